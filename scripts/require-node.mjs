// Plain JavaScript: a Node that is too old cannot even read the TypeScript that would say so.
const [major = 0, minor = 0] = process.versions.node
  .split('.')
  .map((part) => Number.parseInt(part, 10));

// As in the `engines` of package.json.
if (!(major >= 24 || (major === 22 && minor >= 22))) {
  console.error(
    `Kax needs Node 24 or newer (or 22.22 or newer of Node 22), and this is ${process.version}: install one, or run "npm ci", which puts a newer Node into node_modules/.bin, where the npm scripts find it.`,
  );
  process.exit(1);
}
