import { describe, expect, it } from 'vitest';
import { ProgramFailed } from './native-program.ts';
import { createProvingPool } from './proving-pool.ts';
import type { ProvingProgram } from './proving-program.ts';

const PROOF = Buffer.alloc(256, 7);
const WITNESS = Buffer.alloc(32);

/** A program whose proof is made when the test says so. */
interface Scripted extends ProvingProgram {
  readonly keyFile: string;
  finish(): void;
  readonly isKilled: boolean;
}

function setUp(places: number) {
  const programs: Scripted[] = [];
  const pool = createProvingPool((keyFile) => {
    let proving = Promise.withResolvers<Uint8Array>();
    let isKilled = false;
    const program: Scripted = {
      keyFile,
      isRunning: () => !isKilled,
      ready: async () => undefined,
      prove() {
        proving = Promise.withResolvers();
        return proving.promise;
      },
      kill() {
        isKilled = true;
        proving.reject(new ProgramFailed('It was killed.'));
      },
      finish: () => proving.resolve(PROOF),
      get isKilled() {
        return isKilled;
      },
    };
    programs.push(program);
    return program;
  }, places);
  const prove = (keyFile: string, urgency: 'interactive' | 'consolidation' = 'interactive') =>
    pool.prove(keyFile, WITNESS, { urgency });
  return { pool, programs, prove };
}

/** Until everything that can go on has gone on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the provers', () => {
  it('make as many proofs at once as there are places', async () => {
    const { programs, prove } = setUp(2);
    const proofs = [prove('a'), prove('a'), prove('a')];
    await settle();
    expect(programs).toHaveLength(2);
    programs[0]?.finish();
    expect(await proofs[0]).toBe(PROOF);
    await settle();
    expect(programs).toHaveLength(2);
    programs[0]?.finish();
    programs[1]?.finish();
    expect(await Promise.all(proofs)).toEqual([PROOF, PROOF, PROOF]);
  });

  it('make what someone waits for before what no one does', async () => {
    const { programs, prove } = setUp(1);
    const order: string[] = [];
    const [first, later, urgent] = [
      prove('a').then(() => order.push('first')),
      prove('b', 'consolidation').then(() => order.push('later')),
      prove('c').then(() => order.push('urgent')),
    ];
    for (let made = 0; made < 3; made += 1) {
      await settle();
      programs.at(-1)?.finish();
    }
    await Promise.all([first, later, urgent]);
    expect(order).toEqual(['first', 'urgent', 'later']);
  });

  it('end a program of another circuit when one is needed, the longest unused first', async () => {
    const { programs, prove } = setUp(2);
    for (const keyFile of ['a', 'b', 'c']) {
      const proof = prove(keyFile);
      await settle();
      programs.at(-1)?.finish();
      await proof;
    }
    expect(programs.map(({ keyFile, isKilled }) => [keyFile, isKilled])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
  });

  it('end a proof when no one wants it any more, and one that waits at once', async () => {
    const { pool, programs } = setUp(1);
    const controllers = [new AbortController(), new AbortController()] as const;
    const [made, waiting] = controllers.map(({ signal }) =>
      pool.prove('a', WITNESS, { urgency: 'interactive', signal }).catch((cause: unknown) => cause),
    );
    await settle();
    controllers[1].abort(new Error('Changed my mind.'));
    expect(await waiting).toMatchObject({ message: 'Changed my mind.' });
    controllers[0].abort(new Error('Gone.'));
    expect(await made).toMatchObject({ message: 'Gone.' });
    expect(programs[0]?.isKilled).toBe(true);
    const next = pool.prove('a', WITNESS, { urgency: 'interactive' });
    await settle();
    programs[1]?.finish();
    expect(await next).toBe(PROOF);
  });

  it('start another program after one that ended', async () => {
    const { programs, prove } = setUp(1);
    const failed = prove('a').catch((cause: unknown) => cause);
    await settle();
    programs[0]?.kill();
    expect(await failed).toBeInstanceOf(ProgramFailed);
    const next = prove('a');
    await settle();
    programs[1]?.finish();
    expect(await next).toBe(PROOF);
  });

  it('make no more once they are stopped', async () => {
    const { pool, prove } = setUp(1);
    const failed = prove('a').catch((cause: unknown) => cause);
    const waiting = prove('a').catch((cause: unknown) => cause);
    await settle();
    pool.stop();
    expect(await failed).toBeInstanceOf(ProgramFailed);
    expect(await waiting).toBeInstanceOf(ProgramFailed);
  });

  it('starts programs for places that have none', async () => {
    const { pool, programs } = setUp(2);
    await pool.warm('a');
    await pool.warm('b');
    expect(programs.map(({ keyFile }) => keyFile)).toEqual(['a', 'a']);
    const { pool: stopped, programs: none } = setUp(2);
    stopped.stop();
    await stopped.warm('a');
    expect(none).toEqual([]);
  });
});
