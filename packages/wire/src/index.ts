import { about } from './about.ts';
import { changeDiscoverability } from './auth/change-discoverability.ts';
import { changeLanguage } from './auth/change-language.ts';
import { changeNotificationSettings } from './auth/change-notification-settings.ts';
import { changePassword } from './auth/change-password.ts';
import { discoverability } from './auth/discoverability.ts';
import { inbox } from './auth/inbox.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { notificationSettings } from './auth/notification-settings.ts';
import { pushSettings } from './auth/push-settings.ts';
import { readInbox } from './auth/read-inbox.ts';
import { refresh } from './auth/refresh.ts';
import { register } from './auth/register.ts';
import { resendOtp } from './auth/resend-otp.ts';
import { resetPassword } from './auth/reset-password.ts';
import { revokeSession } from './auth/revoke-session.ts';
import { sendPhoneCode } from './auth/send-phone-code.ts';
import { sendResetPasswordOtps } from './auth/send-reset-password-otps.ts';
import { terminateOtherSessions } from './auth/terminate-other-sessions.ts';
import { terminateSession } from './auth/terminate-session.ts';
import { testPush } from './auth/test-push.ts';
import { turnOffPush } from './auth/turn-off-push.ts';
import { turnOnPush } from './auth/turn-on-push.ts';
import { userSessions } from './auth/user-sessions.ts';
import { verifyOtps } from './auth/verify-otps.ts';
import type { AnyContract } from './contract.ts';
import { currencyRates } from './currency-rates.ts';
import { events } from './events.ts';
import { continueSwaps } from './exchange/continue-swaps.ts';
import { swap } from './exchange/swap.ts';
import { swapBlockchains } from './exchange/swap-blockchains.ts';
import { swapCoin } from './exchange/swap-coin.ts';
import { swapCoinHistory } from './exchange/swap-coin-history.ts';
import { swapHistory } from './exchange/swap-history.ts';
import { swapRoutes } from './exchange/swap-routes.ts';
import { swapTokens } from './exchange/swap-tokens.ts';
import { health } from './health.ts';
import { rampOrders } from './ramp/ramp-orders.ts';
import { rampSession } from './ramp/ramp-session.ts';
import { rampWebhook } from './ramp/ramp-webhook.ts';
import { ready } from './ready.ts';
import { addApp } from './security/add-app.ts';
import { addPasskey } from './security/add-passkey.ts';
import { appSecret } from './security/app-secret.ts';
import { beginContactChange } from './security/begin-contact-change.ts';
import { cancelContactChange } from './security/cancel-contact-change.ts';
import { changeDailyLimit } from './security/change-daily-limit.ts';
import { confirmContactChange } from './security/confirm-contact-change.ts';
import { dismissReminder } from './security/dismiss-reminder.ts';
import { freeze } from './security/freeze.ts';
import { freezeByLink } from './security/freeze-by-link.ts';
import { keepFactors } from './security/keep-factors.ts';
import { liftResetHold } from './security/lift-reset-hold.ts';
import { newRecoveryCodes } from './security/new-recovery-codes.ts';
import { passkeyChallenge } from './security/passkey-challenge.ts';
import { passkeySignIn } from './security/passkey-sign-in.ts';
import { passkeySignInChallenge } from './security/passkey-sign-in-challenge.ts';
import { removeApp } from './security/remove-app.ts';
import { removeLostFactors } from './security/remove-lost-factors.ts';
import { removePasskey } from './security/remove-passkey.ts';
import { renamePasskey } from './security/rename-passkey.ts';
import { securityEvents } from './security/security-events.ts';
import { securitySettings } from './security/security-settings.ts';
import { sendConfirmationCodes } from './security/send-confirmation-codes.ts';
import { unfreeze } from './security/unfreeze.ts';
import { addContact } from './wallet/add-contact.ts';
import { addOwnerWrap } from './wallet/add-owner-wrap.ts';
import { cancelOperation } from './wallet/cancel-operation.ts';
import { cancelPaymentRequest } from './wallet/cancel-payment-request.ts';
import { changeContact } from './wallet/change-contact.ts';
import { claimPayment } from './wallet/claim-payment.ts';
import { claims } from './wallet/claims.ts';
import { coins } from './wallet/coins.ts';
import { contacts } from './wallet/contacts.ts';
import { continueOperations } from './wallet/continue-operations.ts';
import { custodyChallenge } from './wallet/custody-challenge.ts';
import { deleteWallet } from './wallet/delete-wallet.ts';
import { enrolKeys } from './wallet/enrol-keys.ts';
import { exportKeys } from './wallet/export-keys.ts';
import { findClaim } from './wallet/find-claim.ts';
import { findPaymentRequest } from './wallet/find-payment-request.ts';
import { findRecipient } from './wallet/find-recipient.ts';
import { forecastUnshield } from './wallet/forecast-unshield.ts';
import { internalTransfer } from './wallet/internal-transfer.ts';
import { makeClaim } from './wallet/make-claim.ts';
import { makePaymentRequest } from './wallet/make-payment-request.ts';
import { makeReceipt } from './wallet/make-receipt.ts';
import { notes } from './wallet/notes.ts';
import { operation } from './wallet/operation.ts';
import { operations } from './wallet/operations.ts';
import { ownerWrapBox } from './wallet/owner-wrap-box.ts';
import { ownerWraps } from './wallet/owner-wraps.ts';
import { paidRecipients } from './wallet/paid-recipients.ts';
import { paymentRequests } from './wallet/payment-requests.ts';
import { preparePrivateTransaction } from './wallet/prepare-private-transaction.ts';
import { privateCoins } from './wallet/private-coins.ts';
import { privateHistory } from './wallet/private-history.ts';
import { publicHistory } from './wallet/public-history.ts';
import { quoteClaim } from './wallet/quote-claim.ts';
import { quoteInternalTransfer } from './wallet/quote-internal-transfer.ts';
import { quoteSend } from './wallet/quote-send.ts';
import { quoteShield } from './wallet/quote-shield.ts';
import { quoteUnshield } from './wallet/quote-unshield.ts';
import { refreshCoin } from './wallet/refresh-coin.ts';
import { refreshPrivateCoin } from './wallet/refresh-private-coin.ts';
import { remindOfClaim } from './wallet/remind-of-claim.ts';
import { removeContact } from './wallet/remove-contact.ts';
import { removeOwnerWrap } from './wallet/remove-owner-wrap.ts';
import { renameOwnerWrap } from './wallet/rename-owner-wrap.ts';
import { saveNote } from './wallet/save-note.ts';
import { sendTokens } from './wallet/send-tokens.ts';
import { settlePaymentRequest } from './wallet/settle-payment-request.ts';
import { shield } from './wallet/shield.ts';
import { signOperation } from './wallet/sign-operation.ts';
import { speedUpOperation } from './wallet/speed-up-operation.ts';
import { takeBackClaim } from './wallet/take-back-claim.ts';
import { unshield } from './wallet/unshield.ts';

/** Every call of the API, in the order of the API description. */
export const contracts: readonly AnyContract[] = [
  health,
  ready,
  about,
  currencyRates,
  register,
  verifyOtps,
  resendOtp,
  login,
  refresh,
  logout,
  sendPhoneCode,
  sendResetPasswordOtps,
  resetPassword,
  changePassword,
  userSessions,
  revokeSession,
  terminateSession,
  terminateOtherSessions,
  securitySettings,
  passkeyChallenge,
  addPasskey,
  renamePasskey,
  removePasskey,
  appSecret,
  addApp,
  removeApp,
  newRecoveryCodes,
  passkeySignInChallenge,
  passkeySignIn,
  changeDailyLimit,
  freeze,
  freezeByLink,
  sendConfirmationCodes,
  unfreeze,
  liftResetHold,
  removeLostFactors,
  keepFactors,
  beginContactChange,
  confirmContactChange,
  cancelContactChange,
  securityEvents,
  dismissReminder,
  coins,
  refreshCoin,
  publicHistory,
  events,
  findRecipient,
  quoteSend,
  sendTokens,
  privateCoins,
  refreshPrivateCoin,
  privateHistory,
  quoteShield,
  shield,
  quoteUnshield,
  forecastUnshield,
  unshield,
  quoteInternalTransfer,
  internalTransfer,
  preparePrivateTransaction,
  operations,
  operation,
  cancelOperation,
  signOperation,
  speedUpOperation,
  continueOperations,
  contacts,
  addContact,
  changeContact,
  removeContact,
  paidRecipients,
  notes,
  saveNote,
  makePaymentRequest,
  paymentRequests,
  cancelPaymentRequest,
  settlePaymentRequest,
  findPaymentRequest,
  quoteClaim,
  makeClaim,
  claims,
  takeBackClaim,
  remindOfClaim,
  findClaim,
  claimPayment,
  makeReceipt,
  exportKeys,
  custodyChallenge,
  enrolKeys,
  ownerWraps,
  addOwnerWrap,
  renameOwnerWrap,
  removeOwnerWrap,
  ownerWrapBox,
  deleteWallet,
  notificationSettings,
  changeNotificationSettings,
  inbox,
  readInbox,
  pushSettings,
  turnOnPush,
  turnOffPush,
  testPush,
  discoverability,
  changeDiscoverability,
  changeLanguage,
  rampSession,
  rampOrders,
  rampWebhook,
  swapBlockchains,
  swapTokens,
  swapRoutes,
  swap,
  continueSwaps,
  swapHistory,
  swapCoin,
  swapCoinHistory,
];
