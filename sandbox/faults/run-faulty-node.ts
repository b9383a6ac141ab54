import { startFaultyNode } from './start-faulty-node.ts';

// A process of its own: `node sandbox/faults/run-faulty-node.ts TARGET [PORT]`.
const [target, port = '0'] = process.argv.slice(2);
if (target === undefined || !URL.canParse(target)) {
  throw new Error('Name the URL of a JSON-RPC node, and a port if it has to be a certain one.');
}
const { url } = await startFaultyNode({ target, port: Number.parseInt(port, 10) });
console.log(`${url} passes on to ${target}; PUT a list to ${url}/faults to make it faulty.`);
