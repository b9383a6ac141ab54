import type { FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../ports/clock.ts';
import { readCspReport } from './csp-report.ts';
import { sendRefusal } from './error-reply.ts';
import { createMinuteCounter } from './flood-guard.ts';
import { CSP_REPORT_PATH } from './security-headers.ts';

const BODY_LIMIT = 16 * 1024;
const MOST_LINES_A_MINUTE = 30;

/**
 * Receives what browsers report about violations of our Content-Security-Policy, from pages with and without a
 * session: counts each by its directive (`kax_csp_reports_total`), and logs one line for it, at most 30 a minute.
 */
export function registerCspReports(
  app: FastifyInstance,
  { registry, clock }: { readonly registry: Registry; readonly clock: Pick<Clock, 'now'> },
): void {
  const reports = new Counter({
    name: 'kax_csp_reports_total',
    help: 'Violations of the Content-Security-Policy that browsers reported, by directive.',
    labelNames: ['directive'],
    registers: [registry],
  });
  const takeLine = createMinuteCounter(clock, MOST_LINES_A_MINUTE);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, text, done) => done(null, text),
    );
    scope.post<{ Body: unknown }>(CSP_REPORT_PATH, async (request, reply) => {
      const violations = typeof request.body === 'string' ? readCspReport(request.body) : null;
      if (violations === null) return sendRefusal(reply, { refused: 'bad-request' });
      for (const violation of violations) {
        reports.inc({ directive: violation.directive });
        if (takeLine('') === 0) request.log.warn(violation, 'a browser blocked part of a page');
      }
      return reply.code(204).send();
    });
  });
}
