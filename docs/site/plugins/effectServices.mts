/**
 * What TypeDoc makes of the classes of Effect, as a reader sees them: schemas have fields, services have methods. Modules have the names
 * by which programs import them.
 */
import { type Application, Comment, type Context, Converter, type DeclarationReflection, ReflectionKind } from "typedoc"
import ts from "typescript"

const textOf = (node: ts.Node): string =>
  ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "").join("\n\n")

/** The comment of `book` in `return { book, check }` stands at `const book = …`. */
const commentOf = (checker: ts.TypeChecker, symbol: ts.Symbol | undefined): Comment | undefined => {
  for (const declaration of symbol?.declarations ?? []) {
    const meant = ts.isShorthandPropertyAssignment(declaration)
      ? checker.getShorthandAssignmentValueSymbol(declaration)
      : symbol
    for (const each of meant?.declarations ?? []) {
      const text = (ts.isVariableDeclaration(each) && textOf(each.parent.parent)) || textOf(each)
      if (text !== "") return new Comment([{ kind: "text", text }])
    }
  }
  return undefined
}

/** Makes a member of a service's shape a method of the service. */
const adopt = (service: DeclarationReflection, member: DeclarationReflection, comment: Comment | undefined) => {
  member.parent = service
  service.addChild(member)
  const { type } = member
  const signatures = type?.type === "reflection" ? type.declaration.signatures : undefined
  if (signatures === undefined) {
    if (comment !== undefined) member.comment ??= comment
    return
  }
  member.kind = ReflectionKind.Method
  member.signatures = signatures
  delete member.type
  for (const signature of signatures) {
    signature.parent = member
    signature.name = member.name
    if (comment !== undefined) signature.comment ??= comment
  }
}

/** After TypeDoc's own steps. */
const lastly = -10_000

export const load = (app: Application) => {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context: Context) => {
    const { programs, project } = context
    const [program] = programs
    if (program === undefined) return
    for (const entry of project.getChildrenByKind(ReflectionKind.Module)) {
      entry.name = entry.name.replace("/src/entries/", "/")
    }
    for (const constructor of project.getReflectionsByKind(ReflectionKind.Constructor)) {
      project.removeReflection(constructor)
    }
    for (const service of project.getReflectionsByKind(ReflectionKind.Class) as Array<DeclarationReflection>) {
      const [extended] = service.extendedTypes ?? []
      const shape = extended?.type === "reference" ? extended.typeArguments?.[1] : undefined
      delete service.extendedTypes
      if (shape?.type !== "reflection") continue
      for (const member of shape.declaration.children ?? []) {
        adopt(service, member, commentOf(program.getTypeChecker(), context.getSymbolFromReflection(member)))
      }
    }
  })
  // What a class inherits from one of Effect or from a type without a name has no page that a link could lead to.
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }: Context) => {
    for (const one of Object.values(project.reflections)) {
      if (!one.isDeclaration() && !one.isSignature()) continue
      delete one.inheritedFrom
      delete one.overwrites
    }
  }, lastly)
}
