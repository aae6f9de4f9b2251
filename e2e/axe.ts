import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** What hangs on the colours of a theme alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page, or in the part of it that a selector names: each rule with the elements that break it.
 * `colours`: by the rules of colour alone, for a page that was looked at whole in the other theme.
 */
export async function axeFaults(
  page: Page,
  part?: string,
  { colours = false } = {},
): Promise<readonly string[]> {
  // Without its legacy mode axe opens a second page for what frames said, which takes as long as the rest.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  if (part !== undefined) axe.include(part);
  if (colours) axe.withRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}
