import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

interface Matcher {
  label: string;
  op: string;
  value: string;
}

/** A metric that a query reads. */
export interface Selector {
  metric: string;
  matchers: readonly Matcher[];
  /** Labels by which the query groups or joins its series. */
  grouping: readonly string[];
}

/** Parses a query with Prometheus' own grammar. @throws if it isn't valid */
export function selectorsOf(query: string): Selector[] {
  const textOf = ({ from, to }: SyntaxNode) => query.slice(from, to);
  const selectors: Selector[] = [];
  parser.parse(query).iterate({
    enter({ node }) {
      if (node.type.isError) throw new Error(`Not PromQL at ${node.from}: ${query}`);
      if (node.name !== 'VectorSelector') return;
      const name = node.getChild('Identifier');
      if (name === null) throw new Error(`Expected a metric by its name: ${textOf(node)}`);
      const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => ({
        label: partOf(matcher, 'LabelName', textOf),
        op: partOf(matcher, 'MatchOp', textOf),
        value: JSON.parse(partOf(matcher, 'StringLiteral', textOf)) as string,
      }));
      selectors.push({ metric: textOf(name), matchers, grouping: groupingAround(node).map(textOf) });
    },
  });
  if (selectors.length === 0) throw new Error(`Reads no metric: ${query}`);
  return selectors;
}

function partOf(node: SyntaxNode, part: string, textOf: (node: SyntaxNode) => string): string {
  const found = node.getChild(part);
  if (found === null) throw new Error(`No ${part} in ${textOf(node)}`);
  return textOf(found);
}

function groupingAround(node: SyntaxNode): SyntaxNode[] {
  const labels: SyntaxNode[] = [];
  for (let at = node.parent; at !== null; at = at.parent) {
    for (const name of ['AggregateModifier', 'MatchingModifierClause']) {
      for (const list of at.getChild(name)?.getChildren('GroupingLabels') ?? []) {
        labels.push(...list.getChildren('LabelName'));
      }
    }
  }
  return labels;
}
