// The dependency rules of docs/style.md as code. A rule's name is the sentence a reviewer would say.
// `scripts/dependency-rules.test.ts` shows every one of them fire.

const TEST = '\\.(?:test|sandbox\\.test|spec)\\.tsx?$';
// A `.test-setup` file is what several tests beside it begin with.
const TEST_ONLY = [TEST, '\\.test-setup\\.tsx?$', '^apps/api/src/simulator/'];
const OURS = '^(?:apps|packages|sandbox|e2e|scripts)/';
// dependencies.ts has what the processes share; the others are the four programs.
const COMPOSITION_ROOT =
  '^apps/api/src/(?:main|worker|shielded-worker|recovery|dependencies|sign-in-guards|code-parts|factor-parts|pool-parts|protection-parts|contact-parts|custody-parts|receipt-parts|price-parts|payment-request-parts|claim-parts|link-parts|push-parts|push-jobs|freeze-links)\\.ts$';
const VENDORS =
  'node_modules/(?:viem|ox|ethers|pg|drizzle-orm|@railgun-community|@node-rs/argon2|@scure|@noble|@uniswap|solc|snarkjs|nodemailer)/';
// Whose file names the vendor's protocol or format, and nobody else's.
const VENDOR_PLACES = [
  '^apps/api/src/adapters/',
  '^packages/(?:pool|signing|receipt)/src/',
  '^sandbox/',
  '^scripts/',
  '^e2e/',
  TEST,
];

/** @returns a rule of severity error. */
function forbid(name, from, to) {
  return { name, severity: 'error', from, to };
}

module.exports = {
  forbidden: [
    forbid('No import goes round in a circle.', {}, { circular: true }),
    forbid('Every import leads to something.', {}, { couldNotResolve: true }),

    // What is shared: apps → wire → domain → nothing.
    forbid(
      'The domain imports nothing but itself.',
      { path: '^packages/domain/src/', pathNot: TEST },
      { pathNot: '^packages/domain/src/' },
    ),
    forbid(
      'The wire imports only the domain, the names of languages and zod.',
      { path: '^packages/wire/src/', pathNot: TEST },
      {
        pathNot: [
          '^packages/(?:wire|domain)/src/',
          '^packages/language/src/languages\\.ts$',
          'node_modules/zod/',
        ],
      },
    ),
    forbid(
      'The mathematics of the pool imports only the domain, noble and the words of BIP-39.',
      { path: '^packages/pool/src/', pathNot: TEST_ONLY },
      { pathNot: ['^packages/(?:pool|domain)/src/', 'node_modules/(?:@noble|@scure/bip39)/'] },
    ),
    forbid(
      'What checks and signs plans imports only the domain, the pool and noble.',
      { path: '^packages/signing/src/', pathNot: TEST_ONLY },
      { pathNot: ['^packages/(?:signing|pool|domain)/src/', 'node_modules/@noble/'] },
    ),
    forbid(
      'What verifies receipts imports only the wire, the domain, the pool, zod and noble.',
      { path: '^packages/receipt/src/', pathNot: TEST_ONLY },
      { pathNot: ['^packages/(?:receipt|wire|domain|pool)/src/', 'node_modules/(?:zod|@noble)/'] },
    ),
    forbid(
      'Languages import nothing but themselves.',
      { path: '^packages/language/src/', pathNot: TEST },
      { pathNot: '^packages/language/src/' },
    ),
    forbid(
      'The signer imports only itself, the signing, the pool and the domain.',
      { path: '^apps/signer/src/', pathNot: TEST_ONLY },
      { pathNot: '^(?:apps/signer|packages/(?:signing|pool|domain))/src/' },
    ),
    forbid(
      'Of the signer, the page reaches no key.',
      { path: '^apps/signer/src/(?:page|flows)/', pathNot: TEST_ONLY },
      { path: '^apps/signer/src/(?:log|worker/(?!calls\\.ts|keyring\\.ts))' },
    ),
    forbid(
      'Apps never import apps.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'Nothing that is shipped imports the sandbox, the browser tests or the scripts.',
      { path: '^(?:apps|packages)/', pathNot: TEST_ONLY },
      { path: '^(?:sandbox|e2e|scripts)/' },
    ),
    forbid(
      'Only tests, and what plays attackers, import the testing package.',
      {
        path: OURS,
        pathNot: ['^packages/testing/', '^scripts/check-security/', ...TEST_ONLY],
      },
      { path: '^packages/testing/' },
    ),
    forbid(
      'Nothing that is shipped needs a package that only development installs.',
      { path: '^(?:apps|packages)/[^/]+/src/', pathNot: TEST_ONLY },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'triple-slash-type-reference'],
      },
    ),
    forbid(
      'What a browser loads uses nothing of Node.',
      {
        path: '^(?:apps/(?:web|signer)|packages/(?:wire|domain|receipt|pool|signing|language))/src/',
        pathNot: TEST_ONLY,
      },
      { dependencyTypes: ['core'] },
    ),

    // What stands outside.
    forbid(
      'Of our own, the sandbox imports only the wire and the domain.',
      { path: '^sandbox/' },
      { path: OURS, pathNot: ['^sandbox/', '^packages/(?:wire|domain)/src/'] },
    ),
    forbid(
      'Of our own, the browser tests import only the sandbox, the wire and the scripts.',
      { path: '^e2e/' },
      {
        path: OURS,
        pathNot: [
          '^(?:e2e|sandbox|scripts)/',
          '^packages/(?:wire|domain|receipt|pool|signing)/src/',
        ],
      },
    ),

    // The server: main → app → modules → ports ← adapters ← main, jobs → ports; the application sees only ports.
    forbid(
      'Ports import only packages.',
      { path: '^apps/api/src/ports/' },
      { pathNot: ['^apps/api/src/ports/', '^packages/(?:wire|domain|language|signing)/src/'] },
    ),
    forbid(
      'Adapters never import adapters.',
      { path: '^apps/api/src/adapters/([^/]+)/', pathNot: TEST },
      { path: '^apps/api/src/adapters/', pathNot: '^apps/api/src/adapters/$1/' },
    ),
    forbid(
      'Of the server, adapters see only the ports.',
      { path: '^apps/api/src/adapters/', pathNot: TEST },
      { path: '^apps/api/src/', pathNot: '^apps/api/src/(?:adapters|ports)/' },
    ),
    forbid(
      'Only the composition roots see adapters.',
      {
        path: '^apps/api/src/',
        pathNot: ['^apps/api/src/adapters/', COMPOSITION_ROOT, ...TEST_ONLY],
      },
      { path: '^apps/api/src/adapters/' },
    ),
    forbid(
      'Modules never see modules.',
      { path: '^apps/api/src/modules/([^/]+)/', pathNot: TEST },
      { path: '^apps/api/src/modules/', pathNot: '^apps/api/src/modules/$1/' },
    ),
    forbid(
      'Of the server, modules see only the ports, the operations and the application.',
      { path: '^apps/api/src/modules/', pathNot: TEST_ONLY },
      {
        path: '^apps/api/src/',
        pathNot: '^apps/api/src/(?:modules|ports|operations|application)/',
      },
    ),
    forbid(
      'Of the server, jobs see only the ports, the operations, the notices and the application.',
      { path: '^apps/api/src/jobs/', pathNot: TEST },
      {
        path: '^apps/api/src/',
        pathNot: '^apps/api/src/(?:jobs|ports|operations|notices|application)/',
      },
    ),
    forbid(
      'Of the server, the notices see only the ports.',
      { path: '^apps/api/src/notices/', pathNot: TEST },
      { path: '^apps/api/src/', pathNot: '^apps/api/src/(?:notices|ports)/' },
    ),
    forbid(
      'Of the server, the shielding sees only the ports and the application.',
      { path: '^apps/api/src/shielding/', pathNot: TEST },
      { path: '^apps/api/src/', pathNot: '^apps/api/src/(?:shielding|ports|application)/' },
    ),
    forbid(
      'Of the server, the recovery sees only the ports and the application.',
      { path: '^apps/api/src/recovery/', pathNot: TEST },
      { path: '^apps/api/src/', pathNot: '^apps/api/src/(?:recovery/|ports/|application/)' },
    ),
    forbid(
      'Of the server, the application sees only the ports.',
      { path: '^apps/api/src/application/', pathNot: TEST },
      { path: '^apps/api/src/', pathNot: '^apps/api/src/(?:application|ports)/' },
    ),
    forbid(
      'Of the server, the operations see only the ports.',
      { path: '^apps/api/src/operations/', pathNot: TEST },
      { path: '^apps/api/src/', pathNot: '^apps/api/src/(?:operations|ports)/' },
    ),
    forbid(
      'What an operator runs reaches nothing that opens a key or signs.',
      {
        path: '^(?:scripts/operations|apps/api/src/operations/(?:explain|operator))(?:/|\\.ts$)',
        pathNot: TEST,
      },
      {
        path: '^apps/api/src/(?:adapters/(?:key-vault|aws-kms)/|ports/key-vault\\.ts|operations/(?:sign-plan|reprice-operation)\\.ts)',
        reachable: true,
      },
    ),
    forbid(
      'HTTP knows no module and no job.',
      { path: '^apps/api/src/http/', pathNot: TEST },
      { path: '^apps/api/src/(?:modules|jobs|operations|app\\.ts|main\\.ts|worker\\.ts)' },
    ),
    forbid(
      'Nothing imports a composition root.',
      { path: OURS, pathNot: [...TEST_ONLY, COMPOSITION_ROOT] },
      { path: COMPOSITION_ROOT },
    ),
    forbid(
      'Chain and vendor libraries are imported only in adapters and in the sandbox.',
      { path: OURS, pathNot: [...VENDOR_PLACES, ...TEST_ONLY] },
      { path: VENDORS },
    ),

    // The web client: app → routes → features → claims → money-form → contacts, scan, notes, help → state → lib, and ui alone.
    forbid(
      'Features never see features.',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: TEST },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'Routes and features do not see the app around them.',
      {
        path: '^apps/web/src/(?:routes|features|claims|money-form|contacts|scan|notes|help|reauthentication|state|lib|ui)/',
        pathNot: TEST,
      },
      { path: '^apps/web/src/(?:app/|main\\.tsx)' },
    ),
    forbid(
      'Features do not see routes.',
      {
        path: '^apps/web/src/(?:features|claims|money-form|contacts|scan|notes|help|reauthentication|state|lib|ui)/',
        pathNot: TEST,
      },
      { path: '^apps/web/src/routes/' },
    ),
    forbid(
      'What money forms and password forms share sees no feature.',
      {
        path: '^apps/web/src/(?:claims|money-form|contacts|scan|notes|help|reauthentication)/',
        pathNot: TEST,
      },
      { path: '^apps/web/src/features/' },
    ),
    forbid(
      'Contacts do not see money forms.',
      { path: '^apps/web/src/contacts/', pathNot: TEST },
      { path: '^apps/web/src/(?:claims|money-form|notes|reauthentication)/' },
    ),
    forbid(
      'Scanning sees only lib and ui.',
      { path: '^apps/web/src/scan/', pathNot: TEST },
      { path: '^apps/web/src/(?:claims|money-form|contacts|notes|reauthentication|state)/' },
    ),
    forbid(
      'Notes see only state, lib and ui.',
      { path: '^apps/web/src/notes/', pathNot: TEST },
      { path: '^apps/web/src/(?:claims|money-form|contacts|scan|help|reauthentication)/' },
    ),
    forbid(
      'Help sees only lib and ui.',
      { path: '^apps/web/src/help/', pathNot: TEST },
      { path: '^apps/web/src/(?:claims|money-form|contacts|scan|notes|reauthentication|state)/' },
    ),
    forbid(
      'State sees only lib.',
      { path: '^apps/web/src/state/', pathNot: TEST },
      {
        path: '^apps/web/src/(?:features|claims|money-form|contacts|scan|notes|help|reauthentication|ui)/',
      },
    ),
    forbid(
      'Lib sees no state, no feature and no component.',
      { path: '^apps/web/src/lib/', pathNot: TEST },
      {
        path: '^apps/web/src/(?:features|claims|money-form|contacts|scan|notes|help|reauthentication|state|ui)/',
      },
    ),
    forbid(
      'The components of ui stand alone, but for links.',
      { path: '^apps/web/src/ui/', pathNot: TEST },
      { path: OURS, pathNot: ['^apps/web/src/(?:ui|lib/navigation)/', '^packages/language/src/'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(?:dist|\\.data|\\.cache|test-results)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.jsx', '.json', '.css'],
    },
  },
};
