import { describe, expect, it } from 'vitest';
import { type CommitSettings, findCommitRisk } from './durability.ts';

describe('a database without a standby', () => {
  it.each(['on', 'remote_apply', 'remote_write', 'local'])(
    'keeps what it commits with synchronous_commit = %s, which then only waits for its own disk',
    (synchronousCommit) => {
      expect(riskOf({ synchronousCommit })).toBeNull();
    },
  );

  it.each([
    ['synchronous_commit', { synchronousCommit: 'off' }],
    ['fsync', { fsync: 'off' }],
  ])('is refused when %s is off, whatever was accepted', (name, settings) => {
    expect(riskOf(settings)).toContain(`${name} is off`);
    expect(findCommitRisk({ ...ALONE, ...settings }, true)).toContain(`${name} is off`);
  });
});

describe('a database with a standby', () => {
  it.each(['on', 'remote_apply'])('is accepted when commits wait for it with %s', (level) => {
    expect(riskOf({ ...SYNCHRONOUS, synchronousCommit: level })).toBeNull();
  });

  it.each(['local', 'remote_write'])(
    'is refused when commits do not wait for its disk: %s',
    (level) => {
      expect(riskOf({ ...SYNCHRONOUS, synchronousCommit: level })).toContain(
        `synchronous_commit is ${level}: a failover loses commits.`,
      );
    },
  );

  it('is refused when no commit waits for it, unless the loss was accepted', () => {
    expect(riskOf({ standbys: 1 })).toContain('Set synchronous_standby_names');
    expect(riskOf({ standbys: 1 })).toContain('ALLOW_ASYNC_STANDBY=true');
    expect(findCommitRisk({ ...ALONE, standbys: 1 }, true)).toBeNull();
  });

  it('needs no right to read the standbys when commits wait for one', () => {
    expect(riskOf({ ...SYNCHRONOUS, standbys: null })).toBeNull();
  });

  it('names the grant that is missing when our role cannot tell a standby from a backup', () => {
    expect(riskOf({ standbys: null })).toContain('grant pg_read_all_stats to kax');
  });
});

const ALONE: CommitSettings = {
  fsync: 'on',
  synchronousCommit: 'on',
  synchronousStandbyNames: '',
  standbys: 0,
  role: 'kax',
};

const SYNCHRONOUS = { synchronousStandbyNames: 'FIRST 1 (standby)', standbys: 1 };

function riskOf(settings: Partial<CommitSettings>): string | null {
  return findCommitRisk({ ...ALONE, ...settings }, false);
}
