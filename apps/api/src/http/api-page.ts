import type { AnyContract } from '#wire/contract';
import { statusByCode } from '#wire/error-statuses';

/** @returns a plain page that lists every call for human readers; no script, no style. */
export function apiPage(contracts: readonly AnyContract[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kax API</title></head><body>
<h1>Kax API</h1>
<p>The machine-readable description is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${contracts.map(section).join('\n')}
</body></html>`;
}

function section(contract: AnyContract): string {
  const needs = [
    contract.access === 'session'
      ? 'Needs <code>Authorization: Bearer …</code>.'
      : 'Open to everyone.',
    contract.needsIdempotencyKey === true ? 'Needs <code>Idempotency-Key</code>.' : '',
  ];
  const refusals = contract.errors.map((code) => `<code>${code}</code> (${statusByCode[code]})`);
  return `<h2><code>${contract.method} /api${contract.path}</code></h2>
<p>${contract.summary}. ${needs.join(' ').trim()}</p>
${refusals.length > 0 ? `<p>Refusals: ${refusals.join(', ')}.</p>` : ''}`;
}
