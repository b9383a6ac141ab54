import { styleText } from 'node:util';
import { seededPassword, seededUsers } from '#sandbox/seed/users';
import { portOffsets } from '#sandbox/start';

/** Reports progress to the terminal, with the seconds since the start. */
export interface Progress {
  report(sentence: string): void;
  seconds(): string;
}

export function createProgress(): Progress {
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1000).toFixed(1);
  return {
    seconds,
    report: (sentence) => {
      console.log(`${styleText('dim', `${seconds().padStart(6)} s`)}  ${sentence}`);
    },
  };
}

/** Prints the table of URLs and files. */
export function printTable(port: number, dataDir: string, seconds: string): void {
  const app = `http://localhost:${port}`;
  const rows = [
    ['App', styleText('bold', app)],
    ['Codes arrive at', `http://localhost:${port + portOffsets.messages}`],
    ['API description', `${app}/api/openapi.json`],
    ['Data and logs', `${dataDir} (npm run reset empties it)`],
    ...seededUsers.map(({ name, email, phone }, index) => [
      index === 0 ? 'Sign in as' : '',
      `${email.padEnd(16)}${phone.padEnd(15)}${name}`,
    ]),
    ['Password of all', seededPassword],
  ];
  const lines = rows.map(([label = '', value = '']) => `  ${label.padEnd(18)}${value}`);
  console.log(`\n  Kax is up after ${seconds} s\n\n${lines.join('\n')}\n\n  Ctrl-C stops it.\n`);
}
