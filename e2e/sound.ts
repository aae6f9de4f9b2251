import type { Page } from 'playwright/test';
import { axeFaults } from './axe.ts';
import { expect } from './fixtures.ts';
import { unreachable } from './reachable.ts';

/** Axe finds nothing, and the page does not scroll sideways; the test goes on where it is otherwise. */
export async function expectSound(page: Page, where: string): Promise<void> {
  expect.soft(await axeFaults(page), where).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(width, `${where}: the page does not scroll sideways`).toBeLessThanOrEqual(0);
}

/** Axe finds nothing, every control can be reached, and nothing is wider than the window. */
export async function looksRight(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await unreachable(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
