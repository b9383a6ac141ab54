import * as z from 'zod/mini';

/** What a browser blocked, reduced to what says nothing about its user. */
export interface CspViolation {
  readonly directive: string;
  /** The host of what was blocked, without port, path and query; or the kind of what has no host, such as `inline`. */
  readonly blocked: string;
}

/** What each of our policies can be violated in (https://www.w3.org/TR/CSP3/#csp-directives). */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src'],
  ...['style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'connect-src', 'manifest-src'],
  ...['frame-src', 'child-src', 'worker-src', 'object-src', 'media-src', 'base-uri'],
  ...['form-action', 'frame-ancestors', 'require-trusted-types-for', 'trusted-types'],
]);
/** What is reported in place of a URL. */
const KINDS: ReadonlySet<string> = new Set([
  ...['inline', 'eval', 'wasm-eval', 'self', 'trusted-types-policy', 'trusted-types-sink'],
  ...['data', 'blob', 'filesystem', 'about', 'chrome-extension', 'moz-extension'],
]);
const OTHER = 'other';
const MOST_IN_A_BODY = 20;

const text = z.optional(z.nullable(z.string()));
const legacyReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});
const reports = z
  .array(
    z.object({
      type: z.string(),
      body: z.optional(z.nullable(z.object({ effectiveDirective: text, blockedURL: text }))),
    }),
  )
  .check(z.maxLength(MOST_IN_A_BODY));

/**
 * Reads a report that a browser sent, in the older form (`application/csp-report`) or that of the Reporting API
 * (`application/reports+json`, https://www.w3.org/TR/reporting-1/).
 * @returns the violations in it, reports of other kinds left out; null when it is not a report
 */
export function readCspReport(body: string): readonly CspViolation[] | null {
  const json = parseJson(body);
  const legacy = legacyReport.safeParse(json);
  if (legacy.success) {
    const { 'csp-report': report } = legacy.data;
    const directive = report['effective-directive'] ?? report['violated-directive'];
    return [violationOf(directive, report['blocked-uri'])];
  }
  const batch = reports.safeParse(json);
  if (!batch.success) return null;
  return batch.data
    .filter(({ type }) => type === 'csp-violation')
    .map((report) => violationOf(report.body?.effectiveDirective, report.body?.blockedURL));
}

/** Anyone can send a report, so its words are used only where they are ours. */
function violationOf(
  directive: string | null | undefined,
  blocked: string | null | undefined,
): CspViolation {
  // Older browsers name the directive with its sources.
  const [name = ''] = (directive ?? '').split(' ');
  return { directive: DIRECTIVES.has(name) ? name : OTHER, blocked: placeOf(blocked ?? '') };
}

function placeOf(blocked: string): string {
  if (KINDS.has(blocked)) return blocked;
  if (!URL.canParse(blocked)) return OTHER;
  const { protocol, hostname } = new URL(blocked);
  if (/^(?:https?|wss?):$/.test(protocol)) return hostname;
  const scheme = protocol.slice(0, -1);
  return KINDS.has(scheme) ? scheme : OTHER;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Refused like anything else that is not a report.
    return undefined;
  }
}
