import { createJob, type Job, type JobError } from '../application/job.ts';
import type { AuditEnd, AuditEnds, AuditHead, AuditHeads } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';

export interface RecordAuditHeadPorts {
  readonly audit: AuditEnds;
  readonly heads: AuditHeads;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 60_000;
const UNCHANGED_EVERY_MS = 60 * 60_000;

/**
 * Records where the audit log ends, outside the database: once a minute when it has grown, once an hour otherwise,
 * and when it is stopped. Reports when the log no longer has the row that it ended with before.
 * @returns the job, not started
 */
export function createRecordAuditHead(ports: RecordAuditHeadPorts): Pick<Job, 'start' | 'stop'> {
  const { audit, heads, clock, report } = ports;
  let recorded: AuditHead | null = null;

  async function recordEnd(): Promise<void> {
    const { hasSince, ...end } = await audit.readEnd(recorded);
    const head = { ...end, at: clock.now() };
    if (recorded !== null && !hasSince) reportLoss(recorded);
    if (recorded !== null && isSame(recorded, end) && ageMs(recorded) < UNCHANGED_EVERY_MS) return;
    await heads.record(head);
    recorded = head;
  }

  function reportLoss({ lastId, at }: AuditHead): void {
    const cause = new Error(`Row ${lastId} was its last one at ${at.toISOString()}.`);
    report({ message: 'The audit log has lost rows. Run verify-audit.', cause });
  }

  function ageMs({ at }: AuditHead): number {
    return clock.now().getTime() - at.getTime();
  }

  const job = createJob({
    ...ports,
    run: recordEnd,
    everyMs: EVERY_MS,
    afterErrorMs: EVERY_MS,
    errorMessage: 'The end of the audit log could not be recorded.',
  });
  return {
    start: job.start,
    async stop() {
      await job.stop();
      await recordEnd();
    },
  };
}

function isSame(one: AuditEnd, other: AuditEnd): boolean {
  const hashes = [one.hash, other.hash].map((hash) => hash && Buffer.from(hash).toString('hex'));
  return one.lastId === other.lastId && hashes[0] === hashes[1];
}
