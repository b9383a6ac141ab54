import { REFRESH_GRACE_MS } from '#domain/session/session-limits';
import { rememberIn } from '../bounded-memory.ts';

/** A refresh token that was presented. */
export interface PresentedRotation {
  readonly rotation: number;
  /** As its row says. */
  readonly usedAt: Date | null;
  /** Whether its session is bound to a device. */
  readonly isBound: boolean;
}

/**
 * How far this process saw each session come. Rows can be put back to an earlier state with their right seals; what was
 * seen here holds nevertheless, for as long as the process runs.
 */
export interface RotationMemory {
  /** A pair was stored. */
  issued(sessionId: string, rotation: number, now: Date): void;
  /** A bearer showed an access token, which its row says too. */
  presented(sessionId: string, rotation: number, now: Date): void;
  /** The session ended. One that was never seen is not remembered: anyone may announce any number of those. */
  ended(sessionId: string): void;
  /** @returns whether an access token was replaced, or its session ended */
  isReplaced(sessionId: string, rotation: number): boolean;
  /** @returns whether a refresh token that its row allows was already exchanged, or its session ended */
  isReplayed(sessionId: string, presented: PresentedRotation, now: Date): boolean;
}

interface Seen {
  /** Infinite when it ended. */
  readonly rotation: number;
  readonly seenMs: number;
  readonly isPresented: boolean;
}

const MOST_SESSIONS = 100_000;

/**
 * Above a number of sessions, those are forgotten that did not change for longest.
 * @param mostSessions only tests pass it
 */
export function createRotationMemory(mostSessions = MOST_SESSIONS): RotationMemory {
  const seenById = new Map<string, Seen>();
  const see = (sessionId: string, seen: Seen) =>
    rememberIn(seenById, mostSessions, [sessionId, seen]);
  return {
    issued(sessionId, rotation, now) {
      const known = seenById.get(sessionId)?.rotation ?? -1;
      if (rotation > known) see(sessionId, { rotation, seenMs: now.getTime(), isPresented: false });
    },
    presented(sessionId, rotation, now) {
      const known = seenById.get(sessionId);
      if (known !== undefined && known.rotation > rotation) return;
      if (known?.rotation === rotation && known.isPresented) return;
      const seenMs = known?.rotation === rotation ? known.seenMs : now.getTime();
      see(sessionId, { rotation, seenMs, isPresented: true });
    },
    ended(sessionId) {
      if (!seenById.has(sessionId)) return;
      see(sessionId, { rotation: Infinity, seenMs: 0, isPresented: true });
    },
    isReplaced: (sessionId, rotation) => rotation < (seenById.get(sessionId)?.rotation ?? 0),
    isReplayed(sessionId, { rotation, usedAt, isBound }, now) {
      const seen = seenById.get(sessionId);
      if (seen === undefined || rotation >= seen.rotation) return false;
      if (rotation < seen.rotation - 1 || usedAt === null) return true;
      // A lost response or a racing tab gets the last pair again, as the rows of an honest database would allow.
      const isRecent = now.getTime() - seen.seenMs <= REFRESH_GRACE_MS;
      return !isRecent && (seen.isPresented || !isBound);
    },
  };
}
