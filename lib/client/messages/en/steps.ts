export const steps = {
  listTools: 'list tools',
  listScenarios: 'list scenarios',
  verify: 'verify',
  done: 'done',
  error: 'Error',
  reward: 'reward {reward}',
  wrote: 'wrote',
  read: 'read',
} as const;
