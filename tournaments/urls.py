"""Addresses of the tournaments' pages."""

from django.urls import path, re_path

from tournaments.views import desk, files, mine, public, rounds, table

urlpatterns = [
    path("", public.tournaments, name="tournaments"),
    path("new/", desk.new, name="new-tournament"),
    path("<int:pk>/", public.tournament, name="tournament"),
    path("<int:pk>/live/", public.live, name="tournament-live"),
    path("<int:pk>/own/", public.own, name="tournament-own"),
    path("<int:pk>/mine/", mine.mine, name="mine"),
    path("<int:pk>/mine/live/", mine.mine_live, name="mine-live"),
    path("<int:pk>/mine/leave/", mine.leave, name="leave"),
    path("<int:pk>/mine/come-back/", mine.come_back, name="come-back"),
    path("<int:pk>/screen/", public.screen, name="screen"),
    path("<int:pk>/screen/live/", public.screen_live, name="screen-live"),
    path("<int:pk>/register/", public.register, name="register"),
    path("<int:pk>/withdraw/", public.withdraw, name="withdraw"),
    path("<int:pk>/confirm/", public.confirm, name="confirm-place"),
    path("<int:pk>/check-in/", public.check_in, name="check-in"),
    re_path(
        r"^(?P<pk>\d{1,9})/(?P<what>standings|pairings|results)\.(?P<kind>csv|json)$",
        files.table_file,
        name="table-file",
    ),
    path("<int:pk>/tournament.ics", files.calendar_file, name="calendar-file"),
    path("<int:pk>/edit/", desk.edit, name="edit-tournament"),
    path("<int:pk>/desk/", desk.desk, name="desk"),
    re_path(
        r"^(?P<pk>\d{1,9})/desk/(?P<deed>open|close|remove-absent|seat|finish|call-off)/$",
        desk.act,
        name="desk-act",
    ),
    re_path(
        r"^(?P<pk>\d{1,9})/desk/(?P<kind>table-slips|standings|posters)\.pdf$",
        files.print_file,
        name="tournament-print",
    ),
    path("<int:pk>/desk/rounds/", rounds.rounds, name="rounds"),
    path("<int:pk>/desk/rounds/draw/", rounds.draw, name="draw-round"),
    path("<int:pk>/desk/rounds/exchange/", rounds.exchange, name="exchange"),
    path("<int:pk>/desk/rounds/playoff/", rounds.playoff, name="playoff"),
    re_path(
        r"^(?P<pk>\d{1,9})/desk/rounds/clock/(?P<deed>start|pause|resume|stop|extend)/$",
        rounds.keep_time,
        name="keep-time",
    ),
    path("<int:pk>/desk/rounds/room/", rounds.room, name="boxes-in-room"),
    path("<int:pk>/desk/rounds/plan/", rounds.plan, name="plan-rounds"),
    path("<int:pk>/desk/guests/", desk.guest, name="guest"),
    re_path(
        r"^(?P<pk>\d{1,9})/desk/people/(?P<number>\d{1,9})/(?P<deed>present|absent|take-off|take-back)/$",
        desk.attend,
        name="attend",
    ),
    path("<int:pk>/tables/<int:number>/", table.table, name="table"),
    path("<int:pk>/tables/<int:number>/state/", table.state, name="table-state"),
    path("<int:pk>/tables/<int:number>/enter/", table.enter, name="enter"),
    path("<int:pk>/tables/<int:number>/undo/", table.undo, name="undo"),
    path("<int:pk>/tables/<int:number>/correct/<int:index>/", table.correct, name="correct"),
    path("<int:pk>/tables/<int:number>/agree/", table.agree, name="agree"),
    path("<int:pk>/tables/<int:number>/confirm/", table.confirm, name="confirm-result"),
    path("<int:pk>/tables/<int:number>/dispute/", table.dispute, name="dispute-result"),
    path("<int:pk>/tables/<int:number>/sheet/", table.sheet, name="sheet"),
]
