import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');
const CHANGES =
	/^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/;
/** Types whose instances count only if a function changes them. */
const TABLES = ['Map', 'Set', 'RegExp'];

const isStatic = (member: ts.ClassElement) =>
	ts.isPropertyDeclaration(member) &&
	member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);

/** Returns the names of variables that functions of a file change. */
function changedIn(source: ts.SourceFile): Set<string> {
	const changed = new Set<string>();
	const add = (node: ts.Expression): void => {
		if (ts.isIdentifier(node)) changed.add(node.text);
		else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
			add(node.expression);
	};
	const visit = (node: ts.Node, isRunLater: boolean): void => {
		const runsLater = isRunLater || ts.isFunctionLike(node);
		if (runsLater) {
			if (
				ts.isBinaryExpression(node) &&
				node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
				node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
			)
				add(node.left);
			if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
				const { operator } = node;
				if ([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(operator))
					add(node.operand);
			}
			if (ts.isDeleteExpression(node)) add(node.expression);
			if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
				const { expression, name } = node.expression;
				if (CHANGES.test(name.text)) add(expression);
				if (expression.getText(source) === 'Object' && name.text === 'assign')
					add(node.arguments[0]);
			}
		}
		ts.forEachChild(node, (child) => visit(child, runsLater));
	};
	visit(source, false);
	return changed;
}

/** Returns the variables and static properties of a module that outlive a run. */
export function processStateOf(
	file: string,
	text = readFileSync(join(root, file), 'utf8'),
): string[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const changed = changedIn(source);
	return source.statements.flatMap((statement) => {
		if (ts.isClassDeclaration(statement)) {
			const members = statement.members.filter(isStatic);
			return members.map((one) => `${file} ${statement.name?.text}.${one.name?.getText()}`);
		}
		if (!ts.isVariableStatement(statement)) return [];
		const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
		return statement.declarationList.declarations
			.filter(({ name, initializer }) => {
				const isInstance =
					initializer !== undefined &&
					ts.isNewExpression(initializer) &&
					(initializer.arguments?.length === 0 ||
						!TABLES.includes(initializer.expression.getText()));
				return !isConst || isInstance || changed.has(name.getText());
			})
			.map(({ name }) => `${file} ${name.getText()}`);
	});
}
