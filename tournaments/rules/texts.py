"""What is told of each game: its rules, why something is refused, why somebody is ahead."""

from __future__ import annotations

from typing import Final

from puzzles.wording import N_

OF_THE_GAMES: Final[dict[str, str]] = {
    # The dice game
    "dice_done": N_("The area is already filled by %(seat)s, who waits for the next one."),
    "dice_five_areas": N_("Only two players can agree on five areas; here are %(seats)s."),
    "dice_goal": N_(
        "All players fill the same areas, one area after the other."
        " The highest total after area %(areas)s wins."
    ),
    "dice_dice": N_("The table takes one black and one white die for each player."),
    "dice_roller": N_(
        "The youngest player rolls first, unless the table agrees otherwise."
        " After each round the roll passes clockwise."
    ),
    "dice_round": N_(
        "Each round all dice are rolled. Every player whose area isn't full yet takes one black"
        " and one white die, and leaves their top faces as they are."
    ),
    "dice_shapes": N_(
        "The two shapes may both be drawn into the area, or one of them, or neither;"
        " mirrored, if that helps."
    ),
    "dice_house_set": N_(
        "House ruling: this site's dice have faces of their own. On every white die are the single"
        " square and the domino twice each, the bar of three and the small corner; on every black"
        " one hook, tee, step, square, flag and long hook."
    ),
    "dice_points": N_(
        "A full area scores. The first round in which anybody fills it is worth as many points as"
        " there are players, the next such round one point less, and so on."
        " All who fill it in the same round score the same."
    ),
    "dice_waiting": N_("Whoever has filled the area takes no dice until the next area begins."),
    "dice_consolation": N_("As soon as a single player is left, that player is consoled: 1 point."),
    "dice_no_consolation": N_(
        "If all who are left fill the area in the same round, they score that round's points,"
        " and there is no consolation."
    ),
    "dice_next_area": N_("When everybody has points for the area, the next one begins."),
    "dice_ties": N_("Equal totals share the place, and the next place is skipped."),
    "dice_two_players": N_("Two players may agree on five areas, so that they tie less often."),
    "dice_area": N_("Area %(number)s"),
    "dice_total": N_("Total"),
    # Rounds against the timer
    "second_chance_first": N_(
        "If nobody finishes, the timer is turned once more; only then is the round over."
    ),
    "race_task": N_(
        "The timer is turned, and everybody looks for the pieces that the task asks for and covers"
        " its area with them exactly. Who has done it calls out; the others go on until the"
        " timer has run out."
    ),
    "race_second_chance": N_(
        "If nobody is done by then, all get a second chance: the timer is turned once more, and"
        " who finishes now is rewarded as usual. If nobody does, the round is over, and counts."
    ),
    "classic_set": N_(
        "Everybody has the same twelve pieces, which may be turned, and turned over, too."
    ),
    "classic_pieces": N_("The boards lie with that side up whose tasks have %(pieces)s pieces."),
    # Classic of 2015 and 3-D Family
    "draw_not_now": N_("It isn't for %(seat)s to draw now."),
    "gem_gone": N_("The bag has no gem of this colour any more."),
    "playoff_not_tied": N_("The playoff is without %(seat)s, who isn't level at the top."),
    "playoff_due": N_(
        "Total %(points)s, the highest, level with %(seats_level)s: a playoff decides."
    ),
    "playoff_won": N_(
        "Total %(points)s, the highest, level with %(seats_level)s, and first in the playoff."
    ),
    "playoff_lost": N_("Total %(points)s, the highest, but %(seat)s won the playoff."),
    "playoff_lost_shared": N_(
        "Total %(points)s, the highest, but %(seat)s won the playoff;"
        " level with %(seats_level)s: they share the place."
    ),
    "gems_goal": N_(
        "In each of %(rounds)s rounds everybody has a task to solve before the timer runs out,"
        " and who does wins gems. The most valuable gems win the game."
    ),
    "gems_setup": N_(
        "On the track lie %(prizes)s blue and %(prizes)s brown gems, one of each for every round."
        " All others are in the bag: ten of each colour."
    ),
    "gems_worth": N_("A red gem is worth 4 points, a blue one 3, a green one 2 and a brown one 1."),
    "classic_boards": N_(
        "Each round everybody takes a board from one stack that lies face down, and one roll of"
        " the die says which task of the boards is played. Used boards are put on a discard pile."
    ),
    "classic_roller": N_(
        "The youngest player rolls the die and turns the timer first, unless the table agrees"
        " otherwise; after that it is the next player to the left each round."
    ),
    "family_levels": N_(
        "Everybody chooses a level, from 1 to 4; it needn't be the same for all, so that the"
        " experienced and beginners can race each other."
    ),
    "family_boards": N_(
        "Everybody has a pile of %(boards)s boards of the own level, that side face down, and"
        " turns over the top one each round. One roll of the die says which task of the boards"
        " is played. Used boards go back into the box."
    ),
    "family_set": N_(
        "Everybody has the same eight pieces, which may be turned in every way. An area is covered"
        " when it is full two levels high: nothing may stick out at its sides, and nothing reach a"
        " third level."
    ),
    "family_numbers": N_("On some boards several numbers of the die choose the same task."),
    "family_house_boards": N_(
        "House ruling: the boards are this site's own. Those of level 1 have 3 pieces on 5 to 7"
        " squares, those of levels 2 and 3 have 4 pieces on 7 to 9, and those of level 4 have 5"
        " pieces on 10."
    ),
    "family_roller": N_(
        "The youngest player rolls the die first, unless the table agrees otherwise, and somebody"
        " else turns the timer. After each round the roll passes clockwise."
    ),
    "gems_first": N_("The first to finish takes a blue gem from the track and draws one blindly."),
    "gems_second": N_("The second takes a brown gem from the track and draws one blindly, too."),
    "gems_others": N_("The third and the fourth draw a gem blindly."),
    "gems_nothing": N_("Who isn't done when the timer has run out gets nothing."),
    "gems_left_on_track": N_(
        "After the draws, what is left of the round's two gems on the track goes into the bag:"
        " the brown one if only one player finished, both if nobody did."
    ),
    "gems_most": N_("After the last round the gems are counted, and the most points win."),
    "gems_playoff": N_(
        "If several are level at the top, they play one more task without the timer. The first to"
        " solve it wins, and the others share the second place."
    ),
    "gems_playoff_boards": N_(
        "House ruling: where no unused boards are left for it, mix the used ones and take the"
        " boards of the playoff from them."
    ),
    "gems_no_playoff": N_(
        "House ruling, agreed at this table: there is no playoff; equal totals share the place."
    ),
    "gems_row_red": N_("Red gems, 4 each"),
    "gems_row_blue": N_("Blue gems, 3 each"),
    "gems_row_green": N_("Green gems, 2 each"),
    "gems_row_brown": N_("Brown gems, 1 each"),
    "points_total": N_("Points"),
    # Classic of 2003
    "gems_missing": N_("How the gems lie is neither given nor drawn."),
    "gems_not_rows": N_(
        "The gems must be %(rows)s rows of %(gems)s, each a list that begins nearest the pawn."
    ),
    "gem_unknown": N_("There is no gem %(value)s; there are %(allowed)s."),
    "gems_unequal": N_("There must be %(gems)s gems of the colour %(colour)s, not %(value)s."),
    "pawn_stands": N_("The pawn of %(seat)s stands on a row already."),
    "take_not_now": N_("It isn't for %(seat)s to take gems now."),
    "row_too_far": N_("This row is too far away for a pawn of this place in the round."),
    "pawns_goal": N_(
        "In each of %(rounds)s rounds everybody has a task to solve before the timer runs out,"
        " and who does takes gems from the board. The most gems of a single colour win the game."
    ),
    "pawns_board": N_(
        "On the board lie %(rows)s rows of %(gems)s gems, in any order,"
        " and %(gems)s of each colour."
    ),
    "pawns_start": N_("Everybody puts a pawn before any row; several may share one, at all times."),
    "pawns_boards": N_(
        "Each round everybody gets a new board, and one roll of the die says which of its tasks is"
        " played."
    ),
    "pawns_roller": N_(
        "The youngest player rolls first, unless the table agrees otherwise."
        " After each round the roll passes clockwise."
    ),
    "pawns_move": N_(
        "The first to finish may move the pawn up to three rows to the left or to the right, the"
        " second up to two, the third one; the fourth has to stay. The same holds with fewer"
        " players. Beyond the outermost rows there is no way on."
    ),
    "pawns_take": N_(
        "After that, moved or not, the pawn's owner takes the two gems that lie nearest to it in"
        " its row."
    ),
    "pawns_empty_row": N_("A row without gems may be entered, but gives nothing."),
    "pawns_order": N_(
        "Nobody waits for the others: a later finisher who is quick may be the first at a row."
    ),
    "pawns_too_late": N_(
        "Solving, moving and taking must all be done before the timer runs out. Who has solved the"
        " task but is too late with the rest gets nothing, and the pawn stays; the others keep"
        " their places in the round."
    ),
    "pawns_open": N_("Gems that were won lie open, so that everybody can see who collects what."),
    "pawns_most": N_("After the last round, who has the most gems of one colour wins."),
    "pawns_tie": N_(
        "If that is equal, the next best colour of each decides, whichever it is, and so on:"
        " 6-4-3 is better than 6-4-2. If all of it is equal, the place is shared."
    ),
    "colours_highest": N_("Gems by colour %(counts)s, ahead of %(seats_behind)s with %(theirs)s."),
    "colours_highest_shared": N_(
        "Gems by colour %(counts)s, the best, level with %(seats_level)s: they share the place."
    ),
    "colours_behind": N_("Gems by colour %(counts)s, behind %(seats_ahead)s with %(theirs)s."),
    "colours_behind_shared": N_(
        "Gems by colour %(counts)s, behind %(seats_ahead)s with %(theirs)s and level with"
        " %(seats_level)s: they share the place."
    ),
    "colour_red": N_("Red"),
    "colour_green": N_("Green"),
    "colour_brown": N_("Brown"),
    "colour_violet": N_("Violet"),
    "colour_yellow": N_("Yellow"),
    "colour_blue": N_("Blue"),
    "pawns_total": N_("Most of one colour"),
    # Junior
    "colours_repeated": N_("Each seat must have a colour of its own."),
    "junior_goal": N_(
        "In each of %(rounds)s rounds everybody fills a card with animals as fast as possible."
        " The most cards win the game."
    ),
    "junior_colours": N_("Everybody draws a colour blindly, and gets its animals and cards."),
    "junior_easy": N_("All play the easy side of the cards."),
    "junior_difficult": N_("All play the difficult side of the cards."),
    "junior_cards": N_(
        "Of the %(cards)s cards of a colour %(away)s are put away unseen."
        " The other %(left)s are the draw pile, the side to be played face down."
    ),
    "junior_caller": N_(
        "The oldest player gives the signal to start the first round, unless the table agrees"
        " otherwise. After each round it is the next player's turn, clockwise."
    ),
    "junior_round": N_(
        "Everybody turns over the top card and picks the animals shown on it. After the signal all"
        " fill the light area of their card: nothing may stick out, and no square stay free."
    ),
    "junior_end_of_round": N_(
        "Who is done calls out. There is no timer: the round ends as soon as the last but one is"
        " done."
    ),
    "junior_two": N_(
        "With two players, the first to finish keeps the own card; the other's goes into the box."
    ),
    "junior_three": N_(
        "With three, the first keeps the own card and gets the third's too;"
        " the second keeps the own card."
    ),
    "junior_four": N_(
        "With four, the first keeps the own card and gets the fourth's too;"
        " the second and the third keep their own."
    ),
    "junior_nobody": N_("If nobody can fill the card, all cards go into the box."),
    "junior_gave_up": N_(
        "House ruling: if fewer finish, since the others gave up, those who did keep their own"
        " cards, all unfinished ones go into the box, and nobody gets another's."
    ),
    "junior_house_set": N_(
        "House ruling: the animals' shapes and the cards are this site's own. An easy side takes 2"
        " or 3 animals, a difficult one 3 to 5."
    ),
    "junior_most": N_(
        "After the last round the most cards win; who has equally many wins together."
    ),
    "round_number": N_("Round %(number)s"),
    "junior_total": N_("Cards"),
    # Alone
    "solo_two_forms": N_("Only one form can be played at a time; please choose one of them."),
    "solo_task_again": N_("The task %(value)s was solved or set aside before."),
    "solo_level": N_("The tasks are of level %(level)s."),
    "solo_minutes": N_("Solve as many tasks as you can in %(minutes)s minutes."),
    "solo_tasks": N_("Solve %(tasks)s tasks as fast as you can; what counts is the time."),
    "solo_untimed": N_(
        "There is no clock; try to solve as many of the cards as you can, and next time those of"
        " another colour."
    ),
    "solo_set_aside": N_(
        "If you get stuck, you may set the task aside at any time and take a new one."
    ),
    "solo_not_again": N_("House ruling: a task that was set aside doesn't come again."),
    "solo_junior_cards": N_("Take all %(cards)s cards of one colour, and its animals."),
    "solo_junior_box": N_(
        "The next card is turned over when the one before is solved, or put into the box; a card in"
        " the box stays out of the game."
    ),
    "solo_junior_end": N_("After %(cards)s cards the game is over, even if there is time left."),
    "solo_clock": N_(
        "House ruling: the site's clock counts. What arrives there after the time is up is too"
        " late."
    ),
    "solo_proven": N_(
        "House ruling: only tasks that are proven to have a solution are dealt and count. A task"
        " that is changed before it is solved takes no part; a result stays when a task is changed"
        " later."
    ),
    "solo_records": N_("Results are kept, to be beaten next time."),
    "solo_solved": N_("Tasks solved: %(solved)s."),
    "solo_solved_in": N_("Tasks solved: %(solved)s, the last after %(seconds)s seconds."),
    "solo_form_minutes": N_("Against %(minutes)s minutes"),
    "solo_form_tasks": N_("The time for %(tasks)s tasks"),
    "solo_form_untimed": N_("Untimed"),
    "solo_kind_pieces": N_("Tasks of %(kind)s pieces"),
    "solo_kind_level": N_("Tasks of level %(kind)s"),
    "solo_kind_side_easy": N_("Easy side of the cards"),
    "solo_kind_side_difficult": N_("Difficult side of the cards"),
    "solo_solved_label": N_("Solved"),
    "solo_set_aside_label": N_("Set aside"),
    "solo_time_label": N_("Time"),
    # What scores what
    "table_place": N_("Place %(number)s"),
    "table_players": N_("With %(count)s players"),
    "table_moves": N_("Rows the pawn may move"),
    "table_gems": N_("Gems taken"),
    "table_track": N_("From the track"),
    "table_bag": N_("Gems from the bag"),
    "table_blue": N_("A blue gem, %(points)s points"),
    "table_brown": N_("A brown gem, %(points)s point"),
    "table_counted": N_("What counts"),
    "table_solved": N_("Tasks solved: more are better"),
    "table_time": N_("The time: less is better"),
}
