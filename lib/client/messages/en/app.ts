export const app = {
  name: 'AWM Studio',
  skip: 'Skip to content',
} as const;
