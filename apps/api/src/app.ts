import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { about } from '#wire/about';
import { changeNotificationSettings } from '#wire/auth/change-notification-settings';
import { changePassword } from '#wire/auth/change-password';
import { login } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import { notificationSettings } from '#wire/auth/notification-settings';
import { refresh } from '#wire/auth/refresh';
import { register } from '#wire/auth/register';
import { resendOtp } from '#wire/auth/resend-otp';
import { resetPassword } from '#wire/auth/reset-password';
import { revokeSession } from '#wire/auth/revoke-session';
import { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import { terminateOtherSessions } from '#wire/auth/terminate-other-sessions';
import { terminateSession } from '#wire/auth/terminate-session';
import { userSessions } from '#wire/auth/user-sessions';
import { verifyOtps } from '#wire/auth/verify-otps';
import type { ResponseOf } from '#wire/contract';
import { continueSwaps } from '#wire/exchange/continue-swaps';
import { swap } from '#wire/exchange/swap';
import { swapBlockchains } from '#wire/exchange/swap-blockchains';
import { swapCoin } from '#wire/exchange/swap-coin';
import { swapCoinHistory } from '#wire/exchange/swap-coin-history';
import { swapHistory } from '#wire/exchange/swap-history';
import { swapRoutes } from '#wire/exchange/swap-routes';
import { swapTokens } from '#wire/exchange/swap-tokens';
import { health } from '#wire/health';
import { contracts } from '#wire/index';
import { rampOrders } from '#wire/ramp/ramp-orders';
import { rampSession } from '#wire/ramp/ramp-session';
import { rampWebhook } from '#wire/ramp/ramp-webhook';
import { ready } from '#wire/ready';
import { coins } from '#wire/wallet/coins';
import { deleteWallet } from '#wire/wallet/delete-wallet';
import { exportKeys } from '#wire/wallet/export-keys';
import { operation } from '#wire/wallet/operation';
import { operations } from '#wire/wallet/operations';
import { privateCoins } from '#wire/wallet/private-coins';
import { privateHistory } from '#wire/wallet/private-history';
import { publicHistory } from '#wire/wallet/public-history';
import { quoteSend } from '#wire/wallet/quote-send';
import { refreshCoin } from '#wire/wallet/refresh-coin';
import { refreshPrivateCoin } from '#wire/wallet/refresh-private-coin';
import { sendTokens } from '#wire/wallet/send-tokens';
import { apiPage } from './http/api-page.ts';
import { handleError } from './http/error-reply.ts';
import { createMinuteCounter, registerFloodGuard } from './http/flood-guard.ts';
import { refuse } from './http/handler.ts';
import { acceptOnlyJson } from './http/json-body.ts';
import { registerMetrics } from './http/metrics.ts';
import { openApiDocument } from './http/open-api.ts';
import { registerQrCode } from './http/qr-code.ts';
import { inSameTime } from './http/same-time.ts';
import { registerSecurity, type SecurityConfig } from './http/security-headers.ts';
import { type ServedCall, serve } from './http/serve.ts';
import { type EventSource, serveEvents } from './http/serve-events.ts';
import { unroutedRefusals } from './http/unrouted-refusal.ts';
import { registerWebClient } from './http/web-client.ts';
import { createChangeNotificationSettings } from './modules/auth/change-notification-settings.ts';
import { type ChangePasswordPorts, createChangePassword } from './modules/auth/change-password.ts';
import { createLogin, type LoginPorts } from './modules/auth/login.ts';
import { createLogout, type LogoutPorts } from './modules/auth/logout.ts';
import {
  createNotificationSettings,
  type NotificationSettingsPorts,
} from './modules/auth/notification-settings.ts';
import { createPasswordAgain, type PasswordAgainPorts } from './modules/auth/password-again.ts';
import { createRefresh, type RefreshPorts } from './modules/auth/refresh.ts';
import { createRegister, type RegisterPorts } from './modules/auth/register.ts';
import { createResendOtp, type ResendOtpPorts } from './modules/auth/resend-otp.ts';
import { createResetPassword, type ResetPasswordPorts } from './modules/auth/reset-password.ts';
import { createRevokeSession } from './modules/auth/revoke-session.ts';
import {
  createSendResetPasswordOtps,
  type SendResetPasswordOtpsPorts,
} from './modules/auth/send-reset-password-otps.ts';
import { createSessionGuard, type SessionGuardPorts } from './modules/auth/session-guard.ts';
import {
  createTerminateOtherSessions,
  type TerminateOtherSessionsPorts,
} from './modules/auth/terminate-other-sessions.ts';
import {
  createTerminateSession,
  type TerminateSessionPorts,
} from './modules/auth/terminate-session.ts';
import { createUserSessions, type UserSessionsPorts } from './modules/auth/user-sessions.ts';
import { createVerifyOtps, type VerifyOtpsPorts } from './modules/auth/verify-otps.ts';
import { type ContinueSwapsPorts, createContinueSwaps } from './modules/exchange/continue-swaps.ts';
import { createSwap, type SwapPorts } from './modules/exchange/swap.ts';
import {
  createSwapBlockchains,
  type SwapBlockchainsPorts,
} from './modules/exchange/swap-blockchains.ts';
import { createSwapCoin, type SwapCoinPorts } from './modules/exchange/swap-coin.ts';
import {
  createSwapCoinHistory,
  type SwapCoinHistoryPorts,
} from './modules/exchange/swap-coin-history.ts';
import { createSwapHistory, type SwapHistoryPorts } from './modules/exchange/swap-history.ts';
import { createSwapRoutes, type SwapRoutesPorts } from './modules/exchange/swap-routes.ts';
import { createSwapTokens, type SwapTokensPorts } from './modules/exchange/swap-tokens.ts';
import { createRampOrders, type RampOrdersPorts } from './modules/ramp/ramp-orders.ts';
import { createRampSession, type RampSessionPorts } from './modules/ramp/ramp-session.ts';
import { createRampWebhook, type RampWebhookPorts } from './modules/ramp/ramp-webhook.ts';
import { type CoinsPorts, createCoins } from './modules/wallet/coins.ts';
import { createDeleteWallet, type DeleteWalletPorts } from './modules/wallet/delete-wallet.ts';
import { createExportKeys, type ExportKeysPorts } from './modules/wallet/export-keys.ts';
import { createOperation, type OperationPorts } from './modules/wallet/operation.ts';
import { createOperations } from './modules/wallet/operations.ts';
import { createPrivateCoins, type PrivateCoinsPorts } from './modules/wallet/private-coins.ts';
import {
  createPrivateHistory,
  type PrivateHistoryPorts,
} from './modules/wallet/private-history.ts';
import { createPublicHistory, type PublicHistoryPorts } from './modules/wallet/public-history.ts';
import { createQuoteSend, type QuoteSendPorts } from './modules/wallet/quote-send.ts';
import { createRefreshCoin, type RefreshCoinPorts } from './modules/wallet/refresh-coin.ts';
import {
  createRefreshPrivateCoin,
  type RefreshPrivateCoinPorts,
} from './modules/wallet/refresh-private-coin.ts';
import { createSendTokens, type SendTokensPorts } from './modules/wallet/send-tokens.ts';
import { type PoolCallPorts, servedPoolCalls } from './pool-calls.ts';
import type { Clock } from './ports/clock.ts';
import type { Operations } from './ports/operations.ts';
import type { PublicHistory } from './ports/public-history.ts';
import type { DrawQrCode } from './ports/qr-code.ts';

/** Everything that the server's calls need of the world. */
export interface AppPorts {
  readonly auth: LoginPorts &
    LogoutPorts &
    RefreshPorts &
    RegisterPorts &
    VerifyOtpsPorts &
    ResendOtpPorts &
    SendResetPasswordOtpsPorts &
    ResetPasswordPorts &
    PasswordAgainPorts &
    Omit<ChangePasswordPorts, 'passwordGuard'> &
    UserSessionsPorts &
    NotificationSettingsPorts &
    TerminateSessionPorts &
    TerminateOtherSessionsPorts;
  /** Handing keys out, and deleting them. */
  readonly keys: Omit<ExportKeysPorts & DeleteWalletPorts, 'passwordGuard'>;
  readonly about: ResponseOf<typeof about>;
  readonly guard: SessionGuardPorts;
  readonly wallet: CoinsPorts &
    RefreshCoinPorts &
    PrivateCoinsPorts &
    RefreshPrivateCoinPorts &
    PrivateHistoryPorts &
    QuoteSendPorts &
    SendTokensPorts &
    PoolCallPorts &
    OperationPorts;
  /** Swaps across chains. */
  readonly exchange: SwapBlockchainsPorts &
    SwapTokensPorts &
    SwapRoutesPorts &
    SwapPorts &
    ContinueSwapsPorts &
    SwapHistoryPorts &
    SwapCoinPorts &
    SwapCoinHistoryPorts;
  readonly listing: Parameters<typeof createOperations>[0] & {
    readonly operations: Pick<Operations, 'countOpen'>;
  };
  readonly history: PublicHistoryPorts & {
    readonly history: Pick<PublicHistory, 'followers'>;
  };
  readonly events: EventSource;
  /** Buying and selling. */
  readonly ramp: RampSessionPorts & RampWebhookPorts & RampOrdersPorts;
  /** By which answers that must not tell by their time are held back. */
  readonly clock: Clock;
  readonly drawQrCode: DrawQrCode;
  /** True when the database answers and recovery is finished. */
  readonly isReady: () => Promise<boolean>;
  readonly security: SecurityConfig;
  readonly flood: {
    readonly clock: Pick<Clock, 'now'>;
    /** Requests of one address. */
    readonly requestsPerMinute: number;
    /** Money commands of one user. */
    readonly moneyCommandsPerMinute: number;
  };
  /** Folder of the built web client; null when only the API is served. */
  readonly webFolder: string | null;
  readonly logger: FastifyBaseLogger | null;
  /** How many proxies in front may be believed about the caller's address. */
  readonly trustedProxies: number;
}

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;

/** The whole server without network: routes, guards, pages. Listen on it, or inject requests. */
export function createApp(ports: AppPorts): FastifyInstance {
  const app = fastify(optionsOf(ports));
  acceptOnlyJson(app);
  app.setErrorHandler(handleError);
  registerSecurity(app, ports.security);
  const { clock, requestsPerMinute, moneyCommandsPerMinute } = ports.flood;
  registerFloodGuard(app, createMinuteCounter(clock, requestsPerMinute));
  registerMetrics(app, {
    countOpen: () => ports.listing.operations.countOpen(),
    followers: () => ports.history.history.followers(),
    clock,
  });
  logRequests(app);
  const guards = {
    session: createSessionGuard(ports.guard),
    takeMoneyCommand: createMinuteCounter(clock, moneyCommandsPerMinute),
  };
  const calls = servedCalls(ports);
  app.register(
    async (api) => {
      for (const call of calls) call.register(api, guards);
      const document = openApiDocument(contracts);
      api.get('/openapi.json', async () => document);
      api.get('/docs', async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(apiPage(contracts)),
      );
    },
    { prefix: '/api' },
  );
  registerQrCode(app, { drawQrCode: ports.drawQrCode, otherService: ports.security.qrOrigin });
  registerWebClient(app, ports.webFolder);
  return app;
}

function optionsOf({ logger, trustedProxies, security }: AppPorts): FastifyServerOptions {
  return {
    ...(logger === null ? {} : { loggerInstance: logger }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: (_address, hop) => hop < trustedProxies,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    ...unroutedRefusals(security),
  };
}

function servedCalls({
  auth,
  keys,
  wallet,
  listing,
  ramp,
  exchange,
  ...ports
}: AppPorts): readonly ServedCall[] {
  const passwordGuard = createPasswordAgain(auth);
  return [
    serve(health, async () => ({ status: 'alive' as const })),
    serve(ready, async () =>
      (await ports.isReady()) ? { status: 'ready' as const } : refuse('not-ready'),
    ),
    serve(about, async () => ports.about),
    serve(register, inSameTime(ports.clock, createRegister(auth))),
    serve(verifyOtps, inSameTime(ports.clock, createVerifyOtps(auth))),
    serve(resendOtp, inSameTime(ports.clock, createResendOtp(auth))),
    serve(login, createLogin(auth)),
    serve(refresh, createRefresh(auth)),
    serve(logout, createLogout(auth)),
    serve(sendResetPasswordOtps, inSameTime(ports.clock, createSendResetPasswordOtps(auth))),
    serve(resetPassword, inSameTime(ports.clock, createResetPassword(auth))),
    serve(changePassword, createChangePassword({ ...auth, passwordGuard })),
    serve(userSessions, createUserSessions(auth)),
    serve(revokeSession, createRevokeSession(auth)),
    serve(terminateSession, createTerminateSession(auth)),
    serve(terminateOtherSessions, createTerminateOtherSessions(auth)),
    serve(coins, createCoins(wallet)),
    serve(refreshCoin, createRefreshCoin(wallet)),
    serve(publicHistory, createPublicHistory(ports.history)),
    serveEvents(ports.events),
    serve(quoteSend, createQuoteSend(wallet)),
    serve(sendTokens, createSendTokens(wallet)),
    ...servedPoolCalls(wallet),
    serve(privateCoins, createPrivateCoins(wallet)),
    serve(refreshPrivateCoin, createRefreshPrivateCoin(wallet)),
    serve(privateHistory, createPrivateHistory(wallet)),
    serve(operations, createOperations(listing)),
    serve(operation, createOperation(wallet)),
    serve(swapBlockchains, createSwapBlockchains(exchange)),
    serve(swapTokens, createSwapTokens(exchange)),
    serve(swapRoutes, createSwapRoutes(exchange)),
    serve(swap, createSwap(exchange)),
    serve(continueSwaps, createContinueSwaps(exchange)),
    serve(swapHistory, createSwapHistory(exchange)),
    serve(swapCoin, createSwapCoin(exchange)),
    serve(swapCoinHistory, createSwapCoinHistory(exchange)),
    serve(exportKeys, createExportKeys({ ...keys, passwordGuard })),
    serve(deleteWallet, createDeleteWallet({ ...keys, passwordGuard })),
    serve(notificationSettings, createNotificationSettings(auth)),
    serve(changeNotificationSettings, createChangeNotificationSettings(auth)),
    serve(rampSession, createRampSession(ramp)),
    serve(rampOrders, createRampOrders(ramp)),
    serve(rampWebhook, createRampWebhook(ramp)),
  ];
}

/** One line a request: what was asked and how it ended, never what was in it. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}
