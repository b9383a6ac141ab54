import { parseArgs } from 'node:util';

/** What the operator wants. */
export type OperatorCommand =
  | { readonly name: 'help' }
  | { readonly name: 'list'; readonly isJson: boolean }
  | { readonly name: 'explain'; readonly id: string; readonly isJson: boolean }
  | { readonly name: 'resend'; readonly id: string }
  | { readonly name: 'cancel'; readonly id: string; readonly isConfirmed: boolean };

export const HELP = `npm run operations                    list what is open, oldest first
npm run operations -- explain <id>    everything about one operation
npm run operations -- resend <id>     send its stored transactions again now
npm run operations -- cancel <id>     request to cancel it

  --json    list and explain: as JSON
  --yes     cancel: without a question
  --help    this text

It reads the environment of a worker, and no key but the audit log's. Nothing here can pay twice:
it signs nothing, sets no status and deletes no row. It sends only bytes that were stored when the
operation was signed, all of them with the nonces that the operation already has, and only final
blocks end an operation.
`;

/** Reads the arguments of the command line. Throws `CommandNotValid` where they make no sense. */
export function parseCommand(given: readonly string[]): OperatorCommand {
  const { values, positionals } = readArguments(given);
  const [name = 'list', id, ...more] = positionals;
  if (values.help) return { name: 'help' };
  if (more.length > 0) throw new CommandNotValid('Name one operation only.');
  if (name === 'list') {
    if (id !== undefined) throw new CommandNotValid('list takes no id. Use explain.');
    return { name, isJson: values.json };
  }
  if (name !== 'explain' && name !== 'resend' && name !== 'cancel') {
    throw new CommandNotValid(`There is no command ${name}.`);
  }
  if (id === undefined) throw new CommandNotValid(`${name} needs an id, which the list shows.`);
  if (name === 'explain') return { name, id, isJson: values.json };
  if (name === 'cancel') return { name, id, isConfirmed: values.yes };
  return { name, id };
}

function readArguments(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw new CommandNotValid(cause instanceof Error ? cause.message : String(cause));
  }
}

/** The command line makes no sense. */
export class CommandNotValid extends Error {
  constructor(problem: string) {
    super(`${problem}\nSee npm run operations -- --help.`);
    this.name = 'CommandNotValid';
  }
}
