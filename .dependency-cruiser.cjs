/** The walls of docs/ARCHITECTURE.md. Every rule is an error. */
const only = (name, packages, home) => ({
  name: `${name}-has-one-home`,
  severity: 'error',
  from: { pathNot: [...home, '^(bench|e2e)/', '[.]test[.]tsx?$', '^server/testing/'] },
  to: { path: `^node_modules/(${packages})/`, dependencyTypesNot: ['type-only'] },
});

const inner = (name, from, forbidden) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: ['[.]test[.]tsx?$', '^server/testing/'] },
  to: { path: forbidden, dependencyTypesNot: ['type-only'] },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '[.]d[.]ts$',
          '[.](config|test)[.](ts|js|cjs|mjs)$',
          '^[.]',
          '/types[.]ts$',
          '^(bench|e2e|app|public)/',
        ],
      },
      to: {},
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    inner('lib-is-the-floor', '^lib/', '^(app|components|server)/'),
    inner('components-know-lib', '^components/', '^(app|server)/'),
    inner('app-knows-components', '^app/', '^(server|e2e|bench)/'),
    inner('server-knows-shared-lib', '^server/', '^(app|components|lib/(client|schema-form))/'),
    {
      name: 'pure-lib',
      severity: 'error',
      from: { path: '^lib/(contracts|domain|schema-form|util)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(node_modules/(react|react-dom|next)/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pure-lib-no-node',
      severity: 'error',
      from: {
        path: '^lib/(contracts|domain|schema-form|util|openenv-client|client)/',
        pathNot: '[.]test[.]tsx?$',
      },
      to: { dependencyTypes: ['core'] },
    },
    inner('engine-is-below-transports', '^server/engine/', '^server/(http|transports|cli|app|main|context)'),
    inner(
      'annotate-is-beside-the-engine',
      '^server/(annotate|access)/',
      '^server/(host|dataset|verify|http|transports|cli|app|main)(/|[.])',
    ),
    inner(
      'transports-know-engine',
      '^server/transports/',
      '^server/(host|store|dataset|verify|cli|app|main)(/|[.])',
    ),
    inner('http-knows-engine', '^server/http/', '^server/(host|store|dataset|verify|cli|app|main)(/|[.])'),
    inner(
      'host-alone',
      '^server/host/',
      '^server/(engine|store|dataset|verify|http|transports|cli|app|main)(/|[.])',
    ),
    inner(
      'store-alone',
      '^server/store/',
      '^server/(engine|host|dataset|verify|http|transports|cli|app|main)(/|[.])',
    ),
    inner(
      'dataset-alone',
      '^server/dataset/',
      '^server/(engine|host|store|verify|http|transports|cli|app|main)(/|[.])',
    ),
    inner(
      'verify-alone',
      '^server/verify/',
      '^server/(engine|host|store|dataset|http|transports|cli|app|main)(/|[.])',
    ),
    only('sqlite', 'better-sqlite3|kysely', ['^server/store/']),
    only('fastify', 'fastify|@fastify', ['^server/http/']),
    only('ws', 'ws', ['^server/transports/(openenv|mcp)/', '^server/cli/stress']),
    only('socket-io', 'socket[.]io|engine[.]io', ['^server/transports/live/']),
    only('monaco', 'monaco-editor', ['^components/editor/']),
    only('base-ui', '@base-ui', ['^components/ui/']),
    only('openai', 'openai', ['^server/verify/']),
    {
      name: 'child-processes-in-host',
      severity: 'error',
      from: {
        path: '^(server|lib)/',
        pathNot: ['^server/host/', '^server/cli/doctor', '[.]test[.]ts$', '/testing/'],
      },
      to: { path: '^(node:)?child_process$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^([.]next|[.]toolchain|[.]venv|scenarios|runtime|bench/out)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
