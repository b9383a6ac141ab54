import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { about } from '#wire/about';
import type { ResponseOf } from '#wire/contract';
import { currencyRates } from '#wire/currency-rates';
import { health } from '#wire/health';
import { contracts } from '#wire/index';
import { ready } from '#wire/ready';
import {
  type Client,
  type Reauthenticate,
  refuse,
  type ServedCall,
  serve,
} from './application/call.ts';
import type { ApprovalPorts } from './application/create-require-approval.ts';
import type { RateCache } from './application/rate-cache.ts';
import { registerApiPages } from './http/api-pages.ts';
import { createVerifyProof } from './http/device-proof.ts';
import { handleError } from './http/error-reply.ts';
import { createMinuteCounter, type FloodLimits, registerFloodGuard } from './http/flood-guard.ts';
import { acceptOnlyJson } from './http/json-body.ts';
import { logRequests } from './http/log-requests.ts';
import { type MetricsSource, registerMetrics } from './http/metrics.ts';
import { registerQrCode } from './http/qr-code.ts';
import { registerCall } from './http/register-call.ts';
import { registerCspReports } from './http/register-csp-reports.ts';
import { type EventSource, registerEvents } from './http/register-events.ts';
import { registerSecurity, type SecurityConfig } from './http/security-headers.ts';
import { registerTextMetrics, type TextMetricsSource } from './http/text-metrics.ts';
import { unroutedRefusals } from './http/unrouted-refusal.ts';
import { registerWebClient } from './http/web-client.ts';
import {
  createReauthentication,
  type ReauthenticationPorts,
} from './modules/auth/accounts/reauthenticate.ts';
import { type AuthPorts, calls as authCalls } from './modules/auth/calls.ts';
import { type ContactCodesPorts, createContactCodes } from './modules/auth/codes/contact-codes.ts';
import { originOf } from './modules/auth/codes/requester.ts';
import {
  createSessionGuard,
  type SessionGuardPorts,
} from './modules/auth/sessions/session-guard.ts';
import { createSignIn } from './modules/auth/sessions/sign-in-session.ts';
import { type ExchangePorts, calls as exchangeCalls } from './modules/exchange/calls.ts';
import { type RampPorts, calls as rampCalls } from './modules/ramp/calls.ts';
import { type SecurityPorts, calls as securityCalls } from './modules/security/calls.ts';
import { type ContactPorts, contactCalls } from './modules/security/contact-calls.ts';
import { createCurrentFactors, type Factors } from './modules/security/current-factors.ts';
import { createPaymentGate } from './modules/security/holds/payment-gate.ts';
import { type ProtectionPorts, protectionCalls } from './modules/security/protection-calls.ts';
import {
  createProtectionView,
  type ProtectionViewPorts,
} from './modules/security/protection-view.ts';
import { type WalletPorts, calls as walletCalls } from './modules/wallet/calls.ts';
import type { DrawQrCode } from './ports/qr-code.ts';
import type { ProverKind } from './ports/shielded-pool.ts';

/** Everything that the server needs from outside, by the module that uses it. */
export interface AppPorts {
  readonly auth: Omit<Reauthenticating<AuthPorts>, 'requireApproval'> &
    ReauthenticationPorts &
    ContactsOfAuth;
  readonly wallet: Omit<Reauthenticating<WalletPorts>, keyof Guarded>;
  readonly exchange: Omit<ExchangePorts, 'gate'>;
  /** How second factors are added and removed, besides what sign-in has too. */
  readonly secondFactors: Omit<
    SecurityPorts & ApprovalPorts,
    keyof AppPorts['auth'] | 'reauthenticate' | 'requireApproval' | 'gate' | 'signIn' | 'protection'
  >;
  /** What second factors approve. */
  readonly factors: Factors;
  readonly protection: Omit<
    Reauthenticating<ProtectionPorts>,
    'factors' | 'requireApproval' | 'originOf'
  > &
    Pick<ProtectionViewPorts, 'contactChanges'>;
  readonly ramp: RampPorts;
  readonly guard: SessionGuardPorts;
  readonly events: EventSource;
  readonly metrics: MetricsSource & { readonly texts: TextMetricsSource };
  readonly about: Omit<ResponseOf<typeof about>, 'prover'>;
  /** What proves private payments now; null while nothing does. */
  readonly prover: () => ProverKind | null;
  readonly rates: Pick<RateCache, 'current'>;
  /** True when the database responds and recovery is finished. */
  readonly isReady: () => Promise<boolean>;
  readonly drawQrCode: DrawQrCode;
  readonly security: SecurityConfig;
  readonly flood: FloodLimits;
  /** Folder of the built web client; null when only the API is served. */
  readonly webFolder: string | null;
  readonly logger: FastifyBaseLogger | null;
  /** How many proxies in front are trusted about the caller's address. */
  readonly trustedProxies: number;
}

/** What changes of contacts need besides what signs in. */
type ContactsOfAuth = ContactCodesPorts &
  Omit<ContactPorts, 'reauthenticate' | 'requireApproval' | 'gate' | 'contactCodes'>;

/** Ports of a module that requires the password again; the app itself provides the check. */
type Reauthenticating<Ports extends { readonly reauthenticate: Reauthenticate }> = Omit<
  Ports,
  'reauthenticate'
>;

/** What the app itself makes for the calls that move money or reveal keys. */
type Guarded = Pick<WalletPorts, 'gate' | 'protections' | 'requireApproval'>;

const BODY_LIMIT = 64 * 1024;
const REQUEST_TIMEOUT_MS = 15_000;

/** The whole server without network: routes, guards, pages. Listen on it, or inject requests. */
export function createApp(ports: AppPorts): FastifyInstance {
  const app = fastify(optionsOf(ports));
  acceptOnlyJson(app);
  app.setErrorHandler(handleError);
  registerSecurity(app, ports.security);
  const { clock, requestsPerMinute, moneyCallsPerMinute } = ports.flood;
  registerFloodGuard(app, createMinuteCounter(clock, requestsPerMinute));
  const registry = registerMetrics(app, ports.metrics);
  registerTextMetrics(registry, ports.metrics.texts);
  registerCspReports(app, { registry, clock });
  logRequests(app);
  const guards = {
    session: createSessionGuard(ports.guard),
    verifyProof: createVerifyProof(clock),
    takeMoneyCall: createMinuteCounter(clock, moneyCallsPerMinute),
  };
  const calls = servedCalls(ports);
  app.register(
    async (api) => {
      for (const call of calls) registerCall(api, call, guards);
      registerEvents(api, ports.events, guards);
      registerApiPages(api, contracts);
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

function servedCalls(ports: AppPorts): readonly ServedCall[] {
  const reauthenticate = createReauthentication(ports.auth);
  const { protections } = ports.protection;
  const factors = createCurrentFactors(ports.factors, ports.protection);
  const { requireApproval } = factors;
  const originIn = (client: Pick<Client, 'ip' | 'userAgent' | 'language'>) =>
    originOf(ports.auth.places, client);
  const protection = {
    ...ports.protection,
    ...{ reauthenticate, factors, requireApproval, originOf: originIn },
  };
  // It reads the account's protection itself, and with it whether the factors are to be removed.
  const gate = createPaymentGate({ ...protection, factors: ports.factors });
  const guarded = { reauthenticate, requireApproval, protections, gate };
  return [
    serve(health, async () => ({ status: 'alive' as const })),
    serve(ready, async () =>
      (await ports.isReady()) ? { status: 'ready' as const } : refuse('not-ready'),
    ),
    serve(about, async () => ({ ...ports.about, prover: ports.prover() })),
    serve(currencyRates, async () => ({ rates: ports.rates.current() })),
    ...authCalls({ ...ports.auth, reauthenticate, requireApproval }),
    ...securityCalls({
      ...{ ...ports.auth, ...ports.secondFactors, reauthenticate, requireApproval, gate },
      signIn: createSignIn(ports.auth),
      protection: createProtectionView(protection),
    }),
    ...contactCalls({
      ...{ ...ports.auth, reauthenticate, requireApproval, gate },
      contactCodes: createContactCodes(ports.auth),
    }),
    ...protectionCalls(protection),
    ...walletCalls({ ...ports.wallet, ...guarded }),
    ...exchangeCalls({ ...ports.exchange, gate }),
    ...rampCalls(ports.ramp),
  ];
}
