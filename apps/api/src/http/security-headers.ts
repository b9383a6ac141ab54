import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './error-reply.ts';
import { isApiRequest } from './is-api-request.ts';

/** Where browsers report violations of the policy. */
export const CSP_REPORT_PATH = '/api/csp-report';
/** Our name of that place within the headers. */
const ENDPOINT = 'csp';

export interface SecurityConfig {
  /** Origins besides the server's own that may call the API, as in `https://wallet.example`. */
  readonly allowedOrigins: readonly string[];
  /** Origin of an outside picture service for QR codes; null when our own draws them. */
  readonly qrOrigin: string | null;
  /** Origin of the payment partner's page, the only one that is framed; null without a partner. */
  readonly rampOrigin: string | null;
  /** Origin of the page with the keys of owners, which is framed too; null where there is none. */
  readonly signerOrigin: string | null;
  /** True behind TLS. */
  readonly isHttps: boolean;
}

/** Sets the same headers on every response, and refuses calls from foreign pages. */
export function registerSecurity(app: FastifyInstance, config: SecurityConfig): void {
  const headers = securityHeaders(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const isApi = isApiRequest(request);
    if (isApi) reply.header('cache-control', 'no-store');
    const { origin } = request.headers;
    if (isApi && origin !== undefined && !isAllowed(origin, request.headers.host, config)) {
      return sendRefusal(reply, { refused: 'origin-not-allowed' });
    }
  });
}

/** @returns the headers of every response. */
export function securityHeaders({
  qrOrigin,
  rampOrigin,
  signerOrigin,
  isHttps,
}: SecurityConfig): Readonly<Record<string, string>> {
  const pictures = ["'self'", 'data:', ...(qrOrigin === null ? [] : [qrOrigin])].join(' ');
  const framed = [rampOrigin, signerOrigin].filter((origin) => origin !== null);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(framed.length === 0 ? [] : [`frame-src ${framed.join(' ')}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Each makes one URL: that of the worker that does work for the sign-in, and that of the service worker.
    'trusted-types kax-worker kax-service-worker',
    `report-uri ${CSP_REPORT_PATH}`,
    // Browsers read the header with the endpoints only over TLS, and with `report-to` they ignore `report-uri`.
    ...(isHttps ? [`report-to ${ENDPOINT}`] : []),
  ];
  const partner = rampOrigin === null ? '' : ` "${rampOrigin}"`;
  const allowed = rampOrigin === null ? '()' : `(self${partner})`;
  const signer = signerOrigin === null ? '' : ` "${signerOrigin}"`;
  const passkeys = ['get', 'create']
    .map((call) => `publickey-credentials-${call}=(self${signer})`)
    .join(', ');
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // The signer's window answers the page that opened it.
    'cross-origin-opener-policy':
      signerOrigin === null ? 'same-origin' : 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    // Our own pages scan QR codes. The partner may check a user's documents through the camera, and use the browser's
    // payment methods.
    'permissions-policy': `camera=(self${partner}), microphone=${allowed}, geolocation=(), payment=${allowed}, ${passkeys}`,
    ...(isHttps
      ? {
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'reporting-endpoints': `${ENDPOINT}="${CSP_REPORT_PATH}"`,
        }
      : {}),
  };
}

/** A page may call the API when it comes from this server or a configured origin; `null` is no origin. */
function isAllowed(origin: string, host: string | undefined, config: SecurityConfig): boolean {
  if (config.allowedOrigins.includes(origin)) return true;
  return origin === `http://${host}` || origin === `https://${host}`;
}
