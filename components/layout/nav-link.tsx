'use client';

import Link from 'next/link';
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- fetches ahead only
import { useRouter } from 'next/navigation';
import type { ComponentProps, ReactNode } from 'react';

type NavLinkProps = ComponentProps<typeof Link> & { readonly href: string };

/** A link whose page is fetched ahead when it is pointed at, not when it is merely in sight. */
export function NavLink(props: NavLinkProps): ReactNode {
  const router = useRouter();
  const prefetch = () => router.prefetch(props.href);
  return <Link {...props} prefetch={false} onPointerEnter={prefetch} onFocus={prefetch} />;
}
