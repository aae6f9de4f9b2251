import type { ToolInfo } from '../contracts/rest.ts';

/** Every word must occur in the name or the description; hits in the name come first. */
export function searchTools(tools: readonly ToolInfo[], query: string): readonly ToolInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tools;
  const inName = (tool: ToolInfo): boolean => words.every((word) => tool.name.toLowerCase().includes(word));
  const inText = (tool: ToolInfo): boolean => {
    const text = `${tool.name} ${tool.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return [...tools.filter(inName), ...tools.filter((tool) => !inName(tool) && inText(tool))];
}
