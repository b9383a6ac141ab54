import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { login } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import { refresh } from '#wire/auth/refresh';
import { health } from '#wire/health';
import { contracts } from '#wire/index';
import { ready } from '#wire/ready';
import { coins } from '#wire/wallet/coins';
import { operation } from '#wire/wallet/operation';
import { operations } from '#wire/wallet/operations';
import { quoteSend } from '#wire/wallet/quote-send';
import { refreshCoin } from '#wire/wallet/refresh-coin';
import { sendTokens } from '#wire/wallet/send-tokens';
import { apiPage } from './http/api-page.ts';
import { handleError } from './http/error-reply.ts';
import { createMinuteCounter, registerFloodGuard } from './http/flood-guard.ts';
import { refuse } from './http/handler.ts';
import { acceptOnlyJson } from './http/json-body.ts';
import { registerMetrics } from './http/metrics.ts';
import { openApiDocument } from './http/open-api.ts';
import { registerQrCode } from './http/qr-code.ts';
import { registerSecurity, type SecurityConfig } from './http/security-headers.ts';
import { type ServedCall, serve } from './http/serve.ts';
import { unroutedRefusals } from './http/unrouted-refusal.ts';
import { registerWebClient } from './http/web-client.ts';
import { createLogin, type LoginPorts } from './modules/auth/login.ts';
import { createLogout, type LogoutPorts } from './modules/auth/logout.ts';
import { createRefresh, type RefreshPorts } from './modules/auth/refresh.ts';
import { createSessionGuard, type SessionGuardPorts } from './modules/auth/session-guard.ts';
import { type CoinsPorts, createCoins } from './modules/wallet/coins.ts';
import { createOperation, type OperationPorts } from './modules/wallet/operation.ts';
import { createOperations } from './modules/wallet/operations.ts';
import { createQuoteSend, type QuoteSendPorts } from './modules/wallet/quote-send.ts';
import { createRefreshCoin, type RefreshCoinPorts } from './modules/wallet/refresh-coin.ts';
import { createSendTokens, type SendTokensPorts } from './modules/wallet/send-tokens.ts';
import type { Clock } from './ports/clock.ts';
import type { DrawQrCode } from './ports/qr-code.ts';

/** Everything that the server's calls need of the world. */
export interface AppPorts {
  readonly auth: LoginPorts & LogoutPorts & RefreshPorts;
  readonly guard: SessionGuardPorts;
  readonly wallet: CoinsPorts &
    RefreshCoinPorts &
    QuoteSendPorts &
    SendTokensPorts &
    OperationPorts;
  readonly listing: Parameters<typeof createOperations>[0];
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
  registerMetrics(app);
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

function servedCalls({ auth, wallet, listing, isReady }: AppPorts): readonly ServedCall[] {
  return [
    serve(health, async () => ({ status: 'alive' as const })),
    serve(ready, async () =>
      (await isReady()) ? { status: 'ready' as const } : refuse('not-ready'),
    ),
    serve(login, createLogin(auth)),
    serve(refresh, createRefresh(auth)),
    serve(logout, createLogout(auth)),
    serve(coins, createCoins(wallet)),
    serve(refreshCoin, createRefreshCoin(wallet)),
    serve(quoteSend, createQuoteSend(wallet)),
    serve(sendTokens, createSendTokens(wallet)),
    serve(operations, createOperations(listing)),
    serve(operation, createOperation(wallet)),
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
