import { changeDiscoverability } from '#wire/auth/change-discoverability';
import { changeLanguage } from '#wire/auth/change-language';
import { changeNotificationSettings } from '#wire/auth/change-notification-settings';
import { changePassword } from '#wire/auth/change-password';
import { discoverability } from '#wire/auth/discoverability';
import { inbox } from '#wire/auth/inbox';
import { login } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import { notificationSettings } from '#wire/auth/notification-settings';
import { pushSettings } from '#wire/auth/push-settings';
import { readInbox } from '#wire/auth/read-inbox';
import { refresh } from '#wire/auth/refresh';
import { register } from '#wire/auth/register';
import { resendOtp } from '#wire/auth/resend-otp';
import { resetPassword } from '#wire/auth/reset-password';
import { revokeSession } from '#wire/auth/revoke-session';
import { sendPhoneCode } from '#wire/auth/send-phone-code';
import { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import { terminateOtherSessions } from '#wire/auth/terminate-other-sessions';
import { terminateSession } from '#wire/auth/terminate-session';
import { testPush } from '#wire/auth/test-push';
import { turnOffPush } from '#wire/auth/turn-off-push';
import { turnOnPush } from '#wire/auth/turn-on-push';
import { userSessions } from '#wire/auth/user-sessions';
import { verifyOtps } from '#wire/auth/verify-otps';
import { type ServedCall, serve } from '../../application/call.ts';
import { inSameTime } from '../../application/same-time.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type ChangeDiscoverabilityPorts,
  createChangeDiscoverability,
} from './change-discoverability.ts';
import { type ChangeLanguagePorts, createChangeLanguage } from './change-language.ts';
import {
  type ChangeNotificationSettingsPorts,
  createChangeNotificationSettings,
} from './change-notification-settings.ts';
import { type ChangePasswordPorts, createChangePassword } from './change-password.ts';
import { createDiscoverability, type DiscoverabilityPorts } from './discoverability.ts';
import { createInbox, type InboxPorts } from './inbox.ts';
import { createLogin, type LoginPorts } from './login.ts';
import { createLogout, type LogoutPorts } from './logout.ts';
import { createNotificationSettings } from './notification-settings.ts';
import { createPushSettings } from './push-settings.ts';
import { createReadInbox } from './read-inbox.ts';
import { createRefresh, type RefreshPorts } from './refresh.ts';
import { createRegister, type RegisterPorts } from './register.ts';
import { createResendOtp, type ResendOtpPorts } from './resend-otp.ts';
import { createResetPassword, type ResetPasswordPorts } from './reset-password.ts';
import { createRevokeSession } from './revoke-session.ts';
import { createSendPhoneCode, type SendPhoneCodePorts } from './send-phone-code.ts';
import {
  createSendResetPasswordOtps,
  type SendResetPasswordOtpsPorts,
} from './send-reset-password-otps.ts';
import {
  createTerminateOtherSessions,
  type TerminateOtherSessionsPorts,
} from './terminate-other-sessions.ts';
import { createTerminateSession, type TerminateSessionPorts } from './terminate-session.ts';
import { createTestPush, type TestPushPorts } from './test-push.ts';
import { createTurnOffPush } from './turn-off-push.ts';
import { createTurnOnPush } from './turn-on-push.ts';
import { createUserSessions, type UserSessionsPorts } from './user-sessions.ts';
import { createVerifyOtps, type VerifyOtpsPorts } from './verify-otps.ts';

/** What the calls of this module need. */
export type AuthPorts = RegisterPorts &
  VerifyOtpsPorts &
  ResendOtpPorts &
  LoginPorts &
  RefreshPorts &
  LogoutPorts &
  SendPhoneCodePorts &
  SendResetPasswordOtpsPorts &
  ResetPasswordPorts &
  ChangePasswordPorts &
  UserSessionsPorts &
  TerminateSessionPorts &
  TerminateOtherSessionsPorts &
  ChangeNotificationSettingsPorts &
  InboxPorts &
  TestPushPorts &
  DiscoverabilityPorts &
  ChangeDiscoverabilityPorts &
  ChangeLanguagePorts & { readonly clock: Clock };

/** @returns the calls of this module with their handlers */
export function calls(ports: AuthPorts): readonly ServedCall[] {
  return [
    serve(register, inSameTime(ports.clock, createRegister(ports))),
    serve(verifyOtps, inSameTime(ports.clock, createVerifyOtps(ports))),
    serve(resendOtp, inSameTime(ports.clock, createResendOtp(ports))),
    serve(login, createLogin(ports)),
    serve(refresh, createRefresh(ports)),
    serve(logout, createLogout(ports)),
    serve(sendPhoneCode, inSameTime(ports.clock, createSendPhoneCode(ports))),
    serve(sendResetPasswordOtps, inSameTime(ports.clock, createSendResetPasswordOtps(ports))),
    serve(resetPassword, inSameTime(ports.clock, createResetPassword(ports))),
    serve(changePassword, createChangePassword(ports)),
    serve(userSessions, createUserSessions(ports)),
    serve(revokeSession, createRevokeSession(ports)),
    serve(terminateSession, createTerminateSession(ports)),
    serve(terminateOtherSessions, createTerminateOtherSessions(ports)),
    serve(notificationSettings, createNotificationSettings(ports)),
    serve(changeNotificationSettings, createChangeNotificationSettings(ports)),
    serve(inbox, createInbox(ports)),
    serve(readInbox, createReadInbox(ports)),
    serve(pushSettings, createPushSettings(ports)),
    serve(turnOnPush, createTurnOnPush(ports)),
    serve(turnOffPush, createTurnOffPush(ports)),
    serve(testPush, createTestPush(ports)),
    serve(discoverability, createDiscoverability(ports)),
    serve(changeDiscoverability, createChangeDiscoverability(ports)),
    serve(changeLanguage, createChangeLanguage(ports)),
  ];
}
