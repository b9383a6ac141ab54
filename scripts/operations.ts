import { AuditKeyMissing } from '../apps/api/src/adapters/audit-files/audit-key.ts';
import { DatabaseNotReady } from '../apps/api/src/adapters/postgres/roles/require-role.ts';
import { readOperatorConfig } from '../apps/api/src/config.ts';
import { ConfigNotValid } from '../apps/api/src/config-not-valid.ts';
import { NetworksNotValid } from '../apps/api/src/networks.ts';
import { connect } from './operations/connect.ts';
import {
  CommandNotValid,
  HELP,
  type OperatorCommand,
  parseCommand,
} from './operations/parse-command.ts';
import { runCommand } from './operations/run-command.ts';

// Lists and explains open operations, sends one again, or requests to cancel one: `npm run operations -- --help`.
try {
  const command = parseCommand(process.argv.slice(2));
  if (command.name === 'help') process.stdout.write(HELP);
  else await run(command);
} catch (cause) {
  const isOfOperator =
    cause instanceof AuditKeyMissing ||
    cause instanceof CommandNotValid ||
    cause instanceof ConfigNotValid ||
    cause instanceof DatabaseNotReady ||
    cause instanceof NetworksNotValid;
  if (!isOfOperator) throw cause;
  console.error(cause.message);
  process.exitCode = 2;
}

async function run(command: Exclude<OperatorCommand, { name: 'help' }>): Promise<void> {
  const ports = await connect(readOperatorConfig(), (sentence) => console.error(sentence));
  try {
    const { isDone, text } = await runCommand(ports, command);
    if (isDone) console.log(text);
    else console.error(text);
    process.exitCode = isDone ? 0 : 1;
  } finally {
    await ports.close();
  }
}
