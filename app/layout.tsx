import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { AppShell } from '../components/layout/app-shell.tsx';
import { Providers } from '../components/providers/providers.tsx';
import { DENSITY_SCRIPT } from '../lib/client/density.ts';
import { LANGUAGE_SCRIPT } from '../lib/client/language.ts';
import { t } from '../lib/client/messages/index.ts';
import { THEME_SCRIPT } from '../lib/client/theme.ts';

export const metadata: Metadata = {
  title: { default: t('app.name'), template: `%s · ${t('app.name')}` },
  // A file, not a route of Next: its code would be loaded while the first page waits for its answers.
  icons: { icon: '/web/icon.svg' },
  referrer: 'same-origin',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export default function RootLayout({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT + DENSITY_SCRIPT + LANGUAGE_SCRIPT }} />
      </head>
      <body>
        <Providers>
          <AppShell>{children}</AppShell>
        </Providers>
      </body>
    </html>
  );
}
