import js from '@eslint/js';
import pluginQuery from '@tanstack/eslint-plugin-query';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noLiteralWords } from './bin/eslint/no-literal-words.js';

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.toolchain/**',
      '.venv/**',
      'node_modules/**',
      'bench/out/**',
      'test-results/**',
      'playwright-report/**',
      'next-env.d.ts',
      'runtime/**',
      'scenarios/**',
      'public/**',
      'dist/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in server/config.ts only.' },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/unified-signatures': 'off',
    },
  },
  {
    files: [
      'server/config.ts',
      'next.config.ts',
      'e2e/environment.ts',
      'bin/checks.ts',
      'bench/lib/servers.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  { files: ['bench/**', 'bin/**', 'server/cli/**', 'server/main.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['app/**', 'components/**', 'lib/client/**'],
    plugins: { 'react-hooks': reactHooks, '@tanstack/query': pluginQuery },
    rules: { ...reactHooks.configs.recommended.rules, ...pluginQuery.configs.recommended.rules },
  },
  {
    files: ['app/**/*.tsx', 'components/**/*.tsx'],
    // The sheet of components shows samples.
    ignores: ['**/*.test.tsx', 'components/dev/**'],
    plugins: { studio: { rules: { 'no-literal-words': noLiteralWords } } },
    rules: { 'studio/no-literal-words': 'error' },
  },
  {
    files: ['app/**', 'components/**', 'lib/**'],
    ignores: ['lib/contracts/pack.ts', '**/*.test.ts', '**/*.test.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^(push|replace)State$/]',
          message:
            'Write the address by writeAddress (lib/client/address.ts): Next takes back what it does not know of.',
        },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'zod',
              message:
                'Pages load this: use zod/mini (functions instead of methods: z.optional(s), s.check(z.minLength(1))).',
            },
            {
              name: 'next/navigation',
              importNames: ['useRouter'],
              message: 'Go to pages by useGoTo: an address that is written later would call this page back.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { module: 'writable' } },
  },
);
