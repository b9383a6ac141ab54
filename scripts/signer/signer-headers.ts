/**
 * The headers with which every file of the signer is served. None may be left out: the page reads keys, so nothing but
 * its own scripts runs, nothing leaves, and no other page frames it.
 * @param appOrigins whose pages may frame it
 */
export function signerHeaders(appOrigins: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "worker-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types signer',
    `frame-ancestors ${appOrigins.join(' ')}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=(), clipboard-read=(), display-capture=()',
    // Its origin has a process of its own, though it is of the same site as the app.
    'origin-agent-cluster': '?1',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  };
}
