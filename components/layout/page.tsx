'use client';

import { NavLink } from './nav-link.tsx';
import { Fragment, type ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { IdentityMenu } from '../identity/identity-menu.tsx';
import { Refusal } from '../identity/refusal.tsx';
import { JobsIndicator } from '../jobs/jobs-indicator.tsx';
import { cx } from '../ui/cx.ts';
import { PaletteButton } from './palette-button.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useDocumentTitle } from './use-document-title.ts';

/** Of the main region. The shell has it from here, so that a page's frame is in the shell's script, once for all pages. */
export const CONTENT_ID = 'content';

export interface Crumb {
  readonly label: string;
  /** Without basePath; the last crumb has none. */
  readonly href?: string;
}

interface PageProps {
  readonly crumbs: readonly Crumb[];
  /** Beside the breadcrumb: state of what is shown. */
  readonly status?: ReactNode;
  /** At the right end of the top bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Top bar and main region of one screen. */
export function Page({ crumbs, status, actions, children }: PageProps): ReactNode {
  useDocumentTitle(crumbs.at(-1)?.label ?? '');
  return (
    <>
      <header className="flex min-h-11 shrink-0 items-center gap-2 border-line border-b bg-surface px-3 max-[359px]:flex-wrap md:min-h-10 md:gap-3">
        <nav aria-label={t('nav.breadcrumb')} className="min-w-0">
          <ol className="flex min-w-0 items-center gap-1.5 text-text-2">
            {crumbs.map((crumb, index) => {
              const last = index === crumbs.length - 1;
              return (
                <Fragment key={`${crumb.label}/${crumb.href ?? ''}`}>
                  {index === 0 ? null : (
                    <li
                      aria-hidden="true"
                      className={cx(
                        'text-text-3',
                        index < crumbs.length - 1 && 'max-md:hidden',
                        last && 'max-sm:hidden',
                      )}
                    >
                      /
                    </li>
                  )}
                  <li
                    className={cx(
                      'min-w-0 truncate',
                      index < crumbs.length - 2 && 'max-md:hidden',
                      // A telephone's bar has room for the page's own name beside the person.
                      !last && 'max-sm:hidden',
                      last && 'shrink-0 max-w-[60vw] font-medium text-text',
                    )}
                    aria-current={last ? 'page' : undefined}
                  >
                    {last ? (
                      <h1 className="truncate">{crumb.label}</h1>
                    ) : crumb.href === undefined ? (
                      crumb.label
                    ) : (
                      <NavLink href={crumb.href} className="hover:text-text hover:underline">
                        {crumb.label}
                      </NavLink>
                    )}
                  </li>
                </Fragment>
              );
            })}
          </ol>
        </nav>
        {status}
        <div className="flex-1" />
        {actions}
        <JobsIndicator />
        <PaletteButton />
        <ThemeButton />
        <IdentityMenu />
      </header>
      {/* Words for screen readers stand absolutely: they must not make the document scroll. */}
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className="relative flex min-h-0 flex-1 flex-col overflow-clip outline-none"
      >
        <Refusal>{children}</Refusal>
      </main>
    </>
  );
}
