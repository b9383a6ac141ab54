import { expect, it } from 'vitest';
import type { AuditEnd, AuditHead } from '../ports/audit.ts';
import { createRecordAuditHead } from './record-audit-head.ts';

const MINUTE = 60_000;
const START = new Date('2026-11-23T08:00:00Z');
const end = (lastId: number): AuditEnd => ({
  ...{ lastId: BigInt(lastId), count: lastId, hash: Buffer.alloc(32, lastId) },
});

it('records the end immediately, and then only when it has changed or an hour is over', async () => {
  const { recorded } = await runFor(130, (minute) => end(minute < 5 ? 1 : 2));
  expect(recorded).toEqual([
    { at: minutesLater(0), ...end(1) },
    { at: minutesLater(5), ...end(2) },
    { at: minutesLater(65), ...end(2) },
    { at: minutesLater(125), ...end(2) },
    { at: minutesLater(130), ...end(3) },
  ]);
});

it('records a row within a minute after it was appended, however many there are', async () => {
  const { recorded } = await runFor(30, (minute) => end(minute + 1));
  expect(recorded).toHaveLength(30 + 1);
});

it('notices another row of the same number', async () => {
  const other = { ...end(1), hash: Buffer.alloc(32, 77) };
  const { recorded } = await runFor(3, (minute) => (minute < 2 ? end(1) : other));
  expect(recorded.map(({ hash }) => hash)).toEqual([end(1).hash, other.hash, end(3).hash]);
});

it('reports once that the log lost a row that it had, and records the new end', async () => {
  const { recorded, reports } = await runFor(10, (minute) => end(minute < 4 ? 9 : 5), 4);
  expect(reports).toEqual(['The audit log has lost rows. Run verify-audit.']);
  expect(recorded.map(({ lastId }) => lastId)).toEqual([9n, 5n, 3n]);
});

it('reports a failure and records again a minute later', async () => {
  const { recorded, reports } = await runFor(3, (minute) => {
    if (minute < 2) throw new Error('The database is away.');
    return end(1);
  });
  expect(reports).toEqual([
    'The end of the audit log could not be recorded.',
    'The end of the audit log could not be recorded.',
  ]);
  expect(recorded[0]?.at).toEqual(minutesLater(2));
});

/** Runs the job for some minutes of virtual time; what is appended as it stops is row 3. */
async function runFor(minutes: number, endAt: (minute: number) => AuditEnd, lostAt?: number) {
  const recorded: AuditHead[] = [];
  const reports: string[] = [];
  let now = START.getTime();
  let isStopping = false;
  const minute = () => (now - START.getTime()) / MINUTE;
  const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
  const job = createRecordAuditHead({
    audit: {
      readEnd: async () => ({
        ...(isStopping ? end(3) : endAt(minute())),
        hasSince: isStopping || minute() !== lostAt,
      }),
    },
    heads: { record: async (head) => void recorded.push(head) },
    clock: {
      now: () => new Date(now),
      async sleep(ms) {
        now += ms;
        if (minute() < minutes) return;
        finish();
        await new Promise(() => {});
      },
    },
    report: ({ message }) => reports.push(message),
  });
  job.start();
  await isOver;
  isStopping = true;
  await job.stop();
  return { recorded, reports };
}

function minutesLater(minutes: number): Date {
  return new Date(START.getTime() + minutes * MINUTE);
}
