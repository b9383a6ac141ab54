import type { AttackContext } from '../attack-context.ts';
import { pepperOf, walletsByTokens } from '../thief.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';
import { openByRecovery } from './keys-and-copies.ts';

export const wholeServer: Attacker = {
  attacker: 'the whole running server',
  claims: [
    {
      can: 'take keys of users who are active meanwhile, and have the recovery key open all others: with `file` immediately, with `aws-kms` with an external record',
      play: openEverything,
      tests: testsOf(
        'apps/api/src/adapters/aws-kms/recovery-kms.test.ts',
        'wraps and opens through the service, which receives the key’s user',
      ),
    },
  ],
};

export const operatorAccess: Attacker = {
  attacker: 'operator access to the server',
  claims: [
    {
      can: 'do the same, and change the rules',
      untried: 'whoever can change the program can do all that it can',
    },
  ],
};

async function openEverything(context: AttackContext): Promise<string> {
  const active = walletsByTokens(context, await pepperOf(context));
  const all = await openByRecovery(context);
  return requireTrue(
    active === context.victims.length,
    `${active} wallets with live tokens, ${all} with the recovery key`,
  );
}
