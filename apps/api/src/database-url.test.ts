import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { databaseRoute, problemOfDatabaseUrl } from './database-url.ts';

const problem = (url: string) => problemOfDatabaseUrl(url, undefined);

/** What the driver itself would do, apart from connecting. */
function planOf(url: string): { readonly host: string; readonly ssl: unknown } {
  const client = new pg.Client({ connectionString: url });
  return { host: client.host, ssl: client.ssl };
}

describe('the connection string of a production database', () => {
  it.each([
    'postgres://kax:secret@db.example/kax?sslmode=verify-full',
    'postgresql://kax:secret@10.0.0.5:5433/kax?sslmode=verify-full&sslrootcert=/etc/kax/ca.pem',
    'postgres://[fd00::5]/kax?sslmode=verify-full',
    'postgres://kax@/kax?host=/run/postgresql',
    'postgres:///kax?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/kax',
  ])('may be %s', (url) => {
    expect(problem(url)).toBeNull();
  });

  it.each([
    'postgres://kax@db.example/kax',
    'postgres://kax@localhost/kax',
    'postgres:///kax',
    ...['disable', 'allow', 'prefer', 'require', 'verify-ca', 'no-verify', '', 'VERIFY-FULL'].map(
      (mode) => `postgres://kax@db.example/kax?sslmode=${mode}`,
    ),
    'postgres://kax@db.example/kax?ssl=true',
    'postgres://kax@db.example/kax?sslmode=verify-full&sslmode=no-verify',
    'postgres://kax@db.example/kax?sslmode=no-verify&sslmode=verify-full',
    'postgres://kax@db.example/kax?host=/run/postgresql&host=db.example',
    'postgres://kax@db.example/kax#?sslmode=verify-full',
    'postgres://kax@db.example/kax%3Fsslmode=verify-full',
    'postgres://kax@db.example/kax?sslmode=verify%2dca',
    'postgres://kax:100%@db.example/kax?sslmode=verify-full',
    'http://kax@db.example/kax?sslmode=verify-full',
    'kax?sslmode=verify-full',
    '/run/postgresql kax',
    '',
  ])('is not %s', (url) => {
    expect(problem(url)).toContain('DATABASE_URL');
  });

  it('has no part in what is said about it', () => {
    expect(problem('postgres://kax:hidden@db.example/kax')).not.toContain('hidden');
  });

  it('is read as the driver reads it: what is accepted is a local socket or fully verified', () => {
    const mode = fc.constantFrom('disable', 'prefer', 'no-verify', 'verify-full', 'verify-full');
    const parameter = fc.oneof(
      mode.map((value) => `sslmode=${value}`),
      fc.constantFrom('host=/run/pg', 'host=other.example', 'host=', 'host=%2Frun', 'port=1'),
      fc.constantFrom('ssl=true', 'ssl=0', 'ssl=no-verify', 'uselibpqcompat=true', 'ssl%6dode=x'),
      fc.constantFrom('rejectUnauthorized=false', 'options=-c%20x=1'),
    );
    const host = fc.constantFrom('db.example', '10.0.0.5', '[::1]', '', '%2Frun%2Fpg', 'a%2Fb');
    const user = fc.constantFrom('', 'kax@', 'kax:se%40cret@', 'a%2F:b%3F@');
    const url = fc
      .tuple(user, host, fc.array(parameter, { maxLength: 4 }))
      .map(([name, at, more]) => `postgres://${name}${at}/kax?${more.join('&')}`);
    let accepted = 0;
    fc.assert(
      fc.property(url, (text) => {
        if (problem(text) !== null) return;
        accepted += 1;
        const { host: reached, ssl } = planOf(text);
        const route = databaseRoute(text, undefined);
        expect(reached).toBe(route.host ?? 'localhost');
        if (!route.isLocalSocket) expect(ssl).toEqual({});
        else expect(reached).toMatch(/^\//);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
