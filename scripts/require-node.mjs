// Plain JavaScript: a Node that is too old cannot even read the TypeScript that would say so.
const [major = 0, minor = 0] = process.versions.node
  .split('.')
  .map((part) => Number.parseInt(part, 10));

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Kax needs Node 22.18 or newer, and this is ${process.version}. On Linux (x64) npm ci brings a newer one along; elsewhere install Node 24.`,
  );
  process.exit(1);
}
