export const source = {
  what: 'the scenario’s source',
  label: 'Source of {scenario}',
  failedTitle: 'The source could not be read',
  hiddenTitle: 'The source is hidden until Done',
  hiddenBody:
    'In baseline play the scenario is met as an agent meets it: by its tools alone. The source opens when the episode is done.',
  otherCode:
    'This episode ran with other code: the scenario was changed since. What is shown is the present one; lines may differ.',
  route: 'Route',
  ofStep: 'This step’s tool: {tool}',
  top: 'The whole file',
  lines: 'lines {from} to {to}',
  noLines: 'Where {tool} stands in the file could not be told.',
} as const;
