"""Texts of allauth whose German addresses people now in one way and now in another.

Named here, they stand in the site's own catalog too, whose translations win.
"""

from django.utils.translation import gettext_noop

TRANSLATED_ANEW = (
    gettext_noop("Please type your current password."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Use your password"),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Enter your password:"),
    gettext_noop(
        "You are receiving this email because you or someone else tried to signup for an\n"
        "account using email address:\n\n%(email)s\n\nHowever, an account using that email "
        "address already exists.  In case you have\nforgotten about this, please use the "
        "password forgotten procedure to recover\nyour account:\n\n%(password_reset_url)s"
    ),
    gettext_noop(
        "You're receiving this email because user %(user_display)s has given your email "
        "address to register an account on %(site_domain)s."
    ),
    gettext_noop("To confirm this is correct, go to %(activate_url)s"),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("This mail can be safely ignored if you did not initiate this action."),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a password "
        "reset for your user account.\nIt can be safely ignored if you did not request a "
        "password reset. Click the link below to reset your password."
    ),
    gettext_noop("In case you forgot, your username is %(username)s."),
    gettext_noop(
        "You are receiving this email because you, or someone else, tried to access an "
        "account with email %(email)s. However, we do not have any record of such an "
        "account in our database."
    ),
    gettext_noop("If it was you, you can sign up for an account using the link below."),
    gettext_noop("Your email address is still pending verification."),
    gettext_noop(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address '
        "for user %(user_display)s."
    ),
    gettext_noop(
        "This email confirmation link expired or is invalid. Please <a "
        'href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    gettext_noop(
        "If you have not created an account yet, then please %(link)ssign up%(end_link)s first."
    ),
    gettext_noop("Already have an account? Then please %(link)ssign in%(end_link)s."),
    gettext_noop("Are you sure you want to sign out?"),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("You have signed out."),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an "
        "email allowing you to reset it."
    ),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam "
        "folder. Otherwise contact us if you do not receive it in a few minutes."
    ),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  "
        'Please request a <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop("Your password is now changed."),
    gettext_noop("You are already logged in as %(user_display)s."),
    gettext_noop(
        "You currently do not have any email address set up. You should really add an "
        "email address so you can receive notifications, reset your password, etc."
    ),
    gettext_noop("Verify Your Email Address"),
    gettext_noop(
        "We have sent an email to you for verification. Follow the link provided to "
        "finalize the signup process. If you do not see the verification email in your "
        "main inbox, check your spam folder. Please contact us if you do not receive the "
        "verification email within a few minutes."
    ),
)
