import { beforeAll, describe, expect, it } from 'vitest';
import { checkPrivatePlan, type PrivatePlanCheck } from './check-plan.ts';
import { privateCheckSentences } from './checks.ts';
import { engineLies } from './engine-lies.test-setup.ts';
import { createEnginePlanner, type PlanSpec } from './engine-plans.test-setup.ts';
import { type Honest, honest, RELAY_ADAPT, sender } from './honest-plans.test-setup.ts';
import { messagesOf, readPlanSignatures, signPrivatePlan } from './sign-plan.ts';

let planner: Awaited<ReturnType<typeof createEnginePlanner>>;
beforeAll(async () => {
  planner = await createEnginePlanner(sender);
});

const plans: readonly Honest[] = Object.values(honest);
const trusted = { keys: sender, contracts: { relayAdapt: RELAY_ADAPT } };

async function check(of: Honest, spec: PlanSpec = of.spec): Promise<PrivatePlanCheck> {
  return checkPrivatePlan(await planner.plan(spec), of.confirmation, trusted);
}

describe('a plan that RAILGUN’s own software made of what was confirmed', () => {
  it.each(plans)('is signed: $name', async (of) => {
    const checked = await check(of);
    if (!checked.ok) throw new Error(checked.check);
    const { plan } = checked;
    const signatures = signPrivatePlan(plan, sender.keys.spending);
    expect(signPrivatePlan(plan, sender.keys.spending)).toEqual(signatures);
    const read = readPlanSignatures(plan, signatures, sender.publicSpendingKey) ?? [];
    expect(read).toHaveLength(of.spec.parts.length);
    for (const [place, { publicInputs }] of plan.parts.entries()) {
      const { merkleRoot, boundParamsHash, nullifiers, commitments } = publicInputs;
      const message = planner.engine.poseidon([
        ...[merkleRoot, boundParamsHash],
        ...[...nullifiers, ...commitments],
      ]);
      expect(messagesOf(plan)[place]).toBe(message);
      const [signature] = read.slice(place);
      if (signature === undefined) throw new Error('There is no signature.');
      const { r8: R8, s: S } = signature;
      const { verifyEDDSA } = planner.engine.keys;
      expect(verifyEDDSA(message, { R8, S }, sender.publicSpendingKey)).toBe(true);
    }
  });
});

describe('a plan that RAILGUN’s own software made of something else', () => {
  it.each(engineLies)('is refused: $name ($check)', async ({ of, spec, check: name }) => {
    expect(await check(of, spec)).toEqual({ ok: false, check: name });
  });

  it('has a sentence for each check', () => {
    for (const sentence of Object.values(privateCheckSentences)) {
      expect(sentence).toMatch(/^The server’s plan .*Nothing was signed\.$|^The \w+ in the /);
    }
  });
});
