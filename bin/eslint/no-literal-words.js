/** Attributes that people read or hear. */
const READ = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'alt',
  'description',
  'hint',
  'label',
  'placeholder',
  'title',
]);
/** Names of things, the same in every language. */
const NAMES = new Set([
  'JSON',
  'SQL',
  'CSV',
  'HTTP',
  'NULL',
  'null',
  'true',
  'false',
  'curl',
  'Python',
  'Esc',
  'Tab',
]);

const words = (text) => text.match(/\p{L}{2,}/gu) ?? [];
const isProse = (text) => words(text).some((word) => !NAMES.has(word));

/** Every visible word stands in lib/client/messages, where it has a translation. */
export const noLiteralWords = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      literal: 'Put “{{text}}” into lib/client/messages (English and Chinese) and show it by t().',
    },
  },
  create(context) {
    const check = (node, text) => {
      if (isProse(text))
        context.report({ node, messageId: 'literal', data: { text: text.trim().slice(0, 60) } });
    };
    /** What an expression in JSX may come to, as far as it is written there. */
    const checkShown = (node) => {
      switch (node.type) {
        case 'Literal':
          if (typeof node.value === 'string') check(node, node.value);
          break;
        case 'TemplateLiteral':
          for (const part of node.quasis) check(part, part.value.cooked);
          break;
        case 'ConditionalExpression':
          checkShown(node.consequent);
          checkShown(node.alternate);
          break;
        case 'LogicalExpression':
          checkShown(node.right);
          break;
      }
    };
    return {
      JSXText: (node) => check(node, node.value),
      JSXExpressionContainer(node) {
        if (node.parent.type !== 'JSXAttribute') checkShown(node.expression);
      },
      JSXAttribute(node) {
        if (node.value === null || node.name.type !== 'JSXIdentifier' || !READ.has(node.name.name)) return;
        checkShown(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value);
      },
    };
  },
};
