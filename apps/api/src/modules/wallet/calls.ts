import { addContact } from '#wire/wallet/add-contact';
import { cancelOperation } from '#wire/wallet/cancel-operation';
import { cancelPaymentRequest } from '#wire/wallet/cancel-payment-request';
import { changeContact } from '#wire/wallet/change-contact';
import { coins } from '#wire/wallet/coins';
import { contacts } from '#wire/wallet/contacts';
import { continueOperations } from '#wire/wallet/continue-operations';
import { deleteWallet } from '#wire/wallet/delete-wallet';
import { exportKeys } from '#wire/wallet/export-keys';
import { findPaymentRequest } from '#wire/wallet/find-payment-request';
import { findRecipient } from '#wire/wallet/find-recipient';
import { forecastUnshield } from '#wire/wallet/forecast-unshield';
import { internalTransfer } from '#wire/wallet/internal-transfer';
import { makePaymentRequest } from '#wire/wallet/make-payment-request';
import { makeReceipt } from '#wire/wallet/make-receipt';
import { notes } from '#wire/wallet/notes';
import { operation } from '#wire/wallet/operation';
import { operations } from '#wire/wallet/operations';
import { paidRecipients } from '#wire/wallet/paid-recipients';
import { paymentRequests } from '#wire/wallet/payment-requests';
import { preparePrivateTransaction } from '#wire/wallet/prepare-private-transaction';
import { privateCoins } from '#wire/wallet/private-coins';
import { privateHistory } from '#wire/wallet/private-history';
import { publicHistory } from '#wire/wallet/public-history';
import { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { quoteSend } from '#wire/wallet/quote-send';
import { quoteShield } from '#wire/wallet/quote-shield';
import { quoteUnshield } from '#wire/wallet/quote-unshield';
import { refreshCoin } from '#wire/wallet/refresh-coin';
import { refreshPrivateCoin } from '#wire/wallet/refresh-private-coin';
import { removeContact } from '#wire/wallet/remove-contact';
import { saveNote } from '#wire/wallet/save-note';
import { sendTokens } from '#wire/wallet/send-tokens';
import { settlePaymentRequest } from '#wire/wallet/settle-payment-request';
import { shield } from '#wire/wallet/shield';
import { signOperation } from '#wire/wallet/sign-operation';
import { speedUpOperation } from '#wire/wallet/speed-up-operation';
import { unshield } from '#wire/wallet/unshield';
import { type ServedCall, serve } from '../../application/call.ts';
import { inSameTime } from '../../application/same-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { type AddContactPorts, createAddContact } from './add-contact.ts';
import { type CancelOperationPorts, createCancelOperation } from './cancel-operation.ts';
import {
  type CancelPaymentRequestPorts,
  createCancelPaymentRequest,
} from './cancel-payment-request.ts';
import { type ChangeContactPorts, createChangeContact } from './change-contact.ts';
import { type ClaimCallPorts, claimCalls } from './claim-calls.ts';
import { createEndPrivateClaim } from './claims/end-private-claim.ts';
import { tendClaimsAfter } from './claims/tend-claims.ts';
import { type CoinsPorts, createCoins } from './coins.ts';
import { type ContactsPorts, createContacts } from './contacts.ts';
import { type ContinueOperationsPorts, createContinueOperations } from './continue-operations.ts';
import { type CustodyCallPorts, custodyCalls } from './custody-calls.ts';
import { createDeleteWallet, type DeleteWalletPorts } from './delete-wallet.ts';
import { createExportKeys, type ExportKeysPorts } from './export-keys.ts';
import { createFindPaymentRequest, type FindPaymentRequestPorts } from './find-payment-request.ts';
import { createFindRecipient, type FindRecipientPorts } from './find-recipient.ts';
import { createForecastUnshield, type ForecastUnshieldPorts } from './forecast-unshield.ts';
import { createInternalTransfer } from './internal-transfer.ts';
import { createMakePaymentRequest, type MakePaymentRequestPorts } from './make-payment-request.ts';
import { createMakeReceipt, type MakeReceiptPorts } from './make-receipt.ts';
import { createKeepOwnNote, type KeepOwnNotePorts } from './notes/keep-own-note.ts';
import { createNotes, type NotesPorts } from './notes.ts';
import { createOperation, type OperationPorts } from './operation.ts';
import { createOperations, type OperationsPorts } from './operations.ts';
import { createPaidRecipients, type PaidRecipientsPorts } from './paid-recipients.ts';
import { createPaymentRequests, type PaymentRequestsPorts } from './payment-requests.ts';
import {
  createPreparePrivateTransaction,
  type PreparePrivateTransactionPorts,
} from './prepare-private-transaction.ts';
import { createPrivateCoins, type PrivateCoinsPorts } from './private-coins.ts';
import { createPrivateHistory, type PrivateHistoryPorts } from './private-history.ts';
import { createPublicHistory, type PublicHistoryPorts } from './public-history.ts';
import { createQuoteInternalTransfer } from './quote-internal-transfer.ts';
import { createQuoteSend, type QuoteSendPorts } from './quote-send.ts';
import { createQuoteShield, type QuoteShieldPorts } from './quote-shield.ts';
import { createQuoteUnshield, type QuoteUnshieldPorts } from './quote-unshield.ts';
import { createRefreshCoin, type RefreshCoinPorts } from './refresh-coin.ts';
import { createRefreshPrivateCoin, type RefreshPrivateCoinPorts } from './refresh-private-coin.ts';
import { createRemoveContact, type RemoveContactPorts } from './remove-contact.ts';
import { createSaveNote, type SaveNotePorts } from './save-note.ts';
import { createSendTokens, type SendTokensPorts } from './send-tokens.ts';
import {
  createSettlePaymentRequest,
  type SettlePaymentRequestPorts,
} from './settle-payment-request.ts';
import { createShield, type ShieldPorts } from './shield.ts';
import type { OfferPrivatePorts } from './shielded/offer-private-transaction.ts';
import { createSignOperation, type SignOperationPorts } from './sign-operation.ts';
import { createSpeedUpOperation, type SpeedUpOperationPorts } from './speed-up-operation.ts';
import { createUnshield } from './unshield.ts';

/** What the calls of this module need. */
export type WalletPorts = CoinsPorts &
  RefreshCoinPorts &
  PublicHistoryPorts &
  FindRecipientPorts & { readonly clock: Clock } & QuoteSendPorts &
  Omit<SendTokensPorts, 'keepOwnNote'> &
  PrivateCoinsPorts &
  RefreshPrivateCoinPorts &
  PrivateHistoryPorts &
  OperationsPorts &
  OperationPorts &
  ExportKeysPorts &
  DeleteWalletPorts &
  QuoteShieldPorts &
  ShieldPorts &
  QuoteUnshieldPorts &
  Omit<OfferPrivatePorts, 'keepOwnNote'> &
  PreparePrivateTransactionPorts &
  ForecastUnshieldPorts &
  CancelOperationPorts &
  SpeedUpOperationPorts &
  SignOperationPorts &
  ContinueOperationsPorts &
  ContactsPorts &
  AddContactPorts &
  ChangeContactPorts &
  RemoveContactPorts &
  PaidRecipientsPorts &
  NotesPorts &
  SaveNotePorts &
  KeepOwnNotePorts &
  MakePaymentRequestPorts &
  PaymentRequestsPorts &
  CancelPaymentRequestPorts &
  SettlePaymentRequestPorts &
  FindPaymentRequestPorts &
  MakeReceiptPorts &
  CustodyCallPorts &
  Omit<ClaimCallPorts, 'keepOwnNote'>;

/** @returns the calls of this module with their handlers */
export function calls(ports: WalletPorts): readonly ServedCall[] {
  const paying = { ...ports, keepOwnNote: createKeepOwnNote(ports) };
  const send = createSendTokens(paying);
  const shieldOwn = createShield(ports);
  const unshieldOwn = createUnshield(paying);
  const transfer = createInternalTransfer(paying);
  const tending = { ...ports, endPrivateClaim: createEndPrivateClaim(ports) };
  return [
    serve(coins, createCoins(ports)),
    serve(refreshCoin, createRefreshCoin(ports)),
    serve(publicHistory, createPublicHistory(ports)),
    serve(findRecipient, inSameTime(ports.clock, createFindRecipient(ports))),
    serve(quoteSend, createQuoteSend(ports)),
    serve(sendTokens, (call) => send(call)),
    serve(
      signOperation,
      createSignOperation(ports, {
        public: { 'send-tokens': send, shield: shieldOwn },
        private: { 'internal-transfer': transfer, unshield: unshieldOwn },
      }),
    ),
    serve(privateCoins, createPrivateCoins(ports)),
    serve(refreshPrivateCoin, createRefreshPrivateCoin(ports)),
    serve(privateHistory, createPrivateHistory(ports)),
    serve(operations, createOperations(ports)),
    serve(operation, createOperation(ports)),
    serve(exportKeys, createExportKeys(ports)),
    serve(deleteWallet, createDeleteWallet(ports)),
    serve(quoteShield, createQuoteShield(ports)),
    serve(shield, (call) => shieldOwn(call)),
    serve(quoteUnshield, createQuoteUnshield(ports)),
    serve(unshield, (call) => unshieldOwn(call)),
    serve(quoteInternalTransfer, createQuoteInternalTransfer(ports)),
    serve(internalTransfer, (call) => transfer(call)),
    serve(preparePrivateTransaction, createPreparePrivateTransaction(ports)),
    serve(forecastUnshield, createForecastUnshield(ports)),
    serve(cancelOperation, createCancelOperation(ports)),
    serve(speedUpOperation, createSpeedUpOperation(ports)),
    serve(continueOperations, tendClaimsAfter(tending, createContinueOperations(ports))),
    serve(contacts, createContacts(ports)),
    serve(addContact, createAddContact(ports)),
    serve(changeContact, createChangeContact(ports)),
    serve(removeContact, createRemoveContact(ports)),
    serve(paidRecipients, createPaidRecipients(ports)),
    serve(notes, createNotes(ports)),
    serve(saveNote, createSaveNote(ports)),
    serve(makePaymentRequest, createMakePaymentRequest(ports)),
    serve(paymentRequests, createPaymentRequests(ports)),
    serve(cancelPaymentRequest, createCancelPaymentRequest(ports)),
    serve(settlePaymentRequest, createSettlePaymentRequest(ports)),
    serve(findPaymentRequest, createFindPaymentRequest(ports)),
    serve(makeReceipt, createMakeReceipt(ports)),
    ...claimCalls(paying),
    ...custodyCalls(ports),
  ];
}
