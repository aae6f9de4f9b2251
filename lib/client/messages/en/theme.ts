export const theme = {
  label: 'Theme: {choice}. Switch to {next}',
  system: 'system',
  light: 'light',
  dark: 'dark',
} as const;
