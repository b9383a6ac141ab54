import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApiProcess } from './api-process.ts';
import { type BenchContext, type BenchLine, median } from './bench-line.ts';
import { signIn } from './user.ts';

const rounds = 5;
const roundMs = 1500;
const connections = 30;

/** Measures requests per second of the balance page relative to a bare Node server that sends the same bytes, interleaved. */
export async function measureThroughput(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  // The production limits allow one address fewer requests.
  const api = await startApiProcess(
    { ...context.apiEnvironment, REQUESTS_PER_MINUTE: '100000000' },
    port,
  );
  try {
    return await compareWithBareServer(api.url);
  } finally {
    await api.kill('SIGTERM');
  }
}

async function compareWithBareServer(appUrl: string): Promise<readonly BenchLine[]> {
  const user = await signIn(appUrl, 'carol@kax.test');
  const body = await (await user.get('/wallet/public/coins')).text();
  const bare = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(body);
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
  const pageUrl = `${appUrl}/api/wallet/public/coins`;
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const ofPage: number[] = [];
  const ofBare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofPage.push(await requestsPerSecond(pageUrl, headers));
    ofBare.push(await requestsPerSecond(bareUrl, headers));
  }
  bare.close();
  bare.closeAllConnections();
  const ratio = median(ofPage) / median(ofBare);
  return [
    {
      name: 'GET coins per second ÷ bare node:http, same bytes',
      figure: ratio,
      budget: 0.35,
      budgetIs: 'least',
      unit: '×',
      comparedWith: `${Math.round(median(ofPage))} against ${Math.round(median(ofBare))} a second`,
    },
  ];
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + roundMs;
  let answered = 0;
  const client = async () => {
    while (performance.now() < until) {
      await once(url, headers, agent);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return (answered * 1000) / roundMs;
}

function once(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}.`));
      response.resume();
      response.on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}
