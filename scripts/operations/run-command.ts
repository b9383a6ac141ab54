import { createInterface } from 'node:readline';
import { isSigned, type Operation } from '#domain/operation/operation';
import {
  explainOperation,
  listEntry,
} from '../../apps/api/src/operations/explain/explain-operation.ts';
import { readSituations } from '../../apps/api/src/operations/explain/situation.ts';
import {
  cancelOperation,
  refusalToCancel,
} from '../../apps/api/src/operations/operator/cancel-operation.ts';
import { resendOperation } from '../../apps/api/src/operations/operator/resend-operation.ts';
import { signedTransactionsOf } from '../../apps/api/src/operations/signed-transactions.ts';
import type { OperatorPorts } from './connect.ts';
import type { OperatorCommand } from './parse-command.ts';
import { showExplanation, showList, showSent } from './show-operations.ts';

/** What to print, and whether the command did what it was for. */
interface Printed {
  readonly isDone: boolean;
  readonly text: string;
}

const NOT_FOUND = 'There is no operation with this id.';

/** Runs one command of the operator. */
export async function runCommand(
  ports: OperatorPorts,
  command: Exclude<OperatorCommand, { name: 'help' }>,
): Promise<Printed> {
  switch (command.name) {
    case 'list':
      return list(ports, command.isJson);
    case 'explain':
      return explain(ports, command);
    case 'resend':
      return resend(ports, command.id);
    case 'cancel':
      return cancel(ports, command);
  }
}

async function list(ports: OperatorPorts, isJson: boolean): Promise<Printed> {
  const open = await ports.openOperations.list();
  const situationOf = await readSituations(ports, open, open);
  const entries = open.map((found) => listEntry(found, situationOf(found)));
  return done(isJson ? jsonOf(entries) : showList(entries, ports.clock.now()));
}

async function explain(
  ports: OperatorPorts,
  { id, isJson }: { readonly id: string; readonly isJson: boolean },
): Promise<Printed> {
  const found = await ports.openOperations.find(id);
  if (found === null) return refused(NOT_FOUND);
  const { operation } = found;
  const { account, chainId } = operation;
  const hashes = isSigned(operation) ? signedTransactionsOf(operation).map(({ hash }) => hash) : [];
  const situationOf = await readSituations(ports, [found], await ports.openOperations.list());
  const views = (await ports.inspections.get(chainId)?.inspect(account, hashes)) ?? [];
  const explanation = explainOperation(found, situationOf(found), views);
  return done(isJson ? jsonOf(explanation) : showExplanation(explanation, ports.clock.now()));
}

async function resend(ports: OperatorPorts, id: string): Promise<Printed> {
  const outcome = await resendOperation(ports, id);
  if (outcome.kind === 'refused') return refused(outcome.sentence);
  const end = outcome.isRecorded
    ? 'A worker follows it from here.'
    : 'Another process took it over meanwhile, and what that recorded stands.';
  return done(`${showSent(outcome.sent)}\n\n${end}`);
}

async function cancel(
  ports: OperatorPorts,
  { id, isConfirmed }: { readonly id: string; readonly isConfirmed: boolean },
): Promise<Printed> {
  const found = await ports.openOperations.find(id);
  if (found === null) return refused(NOT_FOUND);
  const refusal = refusalToCancel(found.operation, ports.clock.now());
  if (refusal !== null) return refused(refusal);
  if (!isConfirmed && !process.stdin.isTTY) return refused('Confirm with --yes. Nothing changed.');
  if (!isConfirmed && !(await isAgreed(found.operation))) return refused('Nothing changed.');
  const failure = await cancelOperation(ports, id);
  if (failure !== null) return refused(failure);
  return done(
    'Requested. Workers send only its cancellation from now on, and it is cancelled when a final block\nhas that. Until then a block may still have the payment.',
  );
}

async function isAgreed({ kind, status, account }: Operation): Promise<boolean> {
  process.stdout.write(
    `${kind} · ${status} · ${account}\nCancel it? This cannot be undone. [y/N] `,
  );
  const terminal = createInterface({ input: process.stdin });
  try {
    for await (const line of terminal) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    terminal.close();
  }
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function done(text: string): Printed {
  return { isDone: true, text };
}

function refused(text: string): Printed {
  return { isDone: false, text };
}
