import { readFile } from 'node:fs/promises';
import { type ExchangeOptions, startExchange } from './start-exchange.ts';

// The exchange and its solver in their own process: `node serve.ts <file with its options>`.
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('The file with the options is missing.');
const exchange = await startExchange(JSON.parse(await readFile(file, 'utf8')) as ExchangeOptions);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void exchange.stop().then(() => process.exit(0)));
}
