"""The help desk of Rosterly, a shift-planning product. The signed-in user is always user 1."""

import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, FastAPI, HTTPException, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import CheckConstraint, ForeignKey, String, Text, create_engine, event, func, or_, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

DATABASE_URL = os.getenv("DATABASE_PATH", "sqlite:///support_helpdesk.db")
engine = create_engine(DATABASE_URL, connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(bind=engine, expire_on_commit=False)
CURRENT_USER_ID = 1

Role = Literal["agent", "lead", "admin"]
Plan = Literal["starter", "growth", "enterprise"]
Priority = Literal["low", "normal", "high", "urgent"]
Status = Literal["open", "pending", "on_hold", "resolved", "closed"]
Channel = Literal["email", "chat", "phone", "web"]
ArticleStatus = Literal["draft", "published", "archived"]
UNRESOLVED = ("open", "pending", "on_hold")


@event.listens_for(engine, "connect")
def enforce_foreign_keys(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


def now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


# --- Tables ------------------------------------------------------------------------------------------------


class Base(DeclarativeBase):
    type_annotation_map = {str: Text}


class User(Base):
    __tablename__ = "users"
    __table_args__ = (CheckConstraint("role IN ('agent', 'lead', 'admin')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str] = mapped_column(unique=True)
    role: Mapped[str]
    is_active: Mapped[bool] = mapped_column(default=True)
    last_seen_at: Mapped[datetime | None]


class Team(Base):
    __tablename__ = "teams"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    purpose: Mapped[str]
    members: Mapped[list["TeamMember"]] = relationship(order_by="TeamMember.user_id")


class TeamMember(Base):
    __tablename__ = "team_members"

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    joined_on: Mapped[date]
    user: Mapped[User] = relationship()


class Organization(Base):
    __tablename__ = "organizations"
    __table_args__ = (CheckConstraint("plan IN ('starter', 'growth', 'enterprise')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    domain: Mapped[str] = mapped_column(unique=True)
    plan: Mapped[str]


class Customer(Base):
    __tablename__ = "customers"

    id: Mapped[int] = mapped_column(primary_key=True)
    organization_id: Mapped[int] = mapped_column(ForeignKey("organizations.id"), index=True)
    name: Mapped[str]
    email: Mapped[str] = mapped_column(unique=True)
    phone: Mapped[str | None]
    locale: Mapped[str] = mapped_column(default="en")
    created_at: Mapped[datetime] = mapped_column(default=now)
    organization: Mapped[Organization] = relationship()


class SlaPolicy(Base):
    __tablename__ = "sla_policies"
    __table_args__ = (
        CheckConstraint("priority IN ('low', 'normal', 'high', 'urgent')"),
        CheckConstraint("first_response_minutes > 0"),
        CheckConstraint("resolution_minutes > 0"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    priority: Mapped[str] = mapped_column(unique=True)
    first_response_minutes: Mapped[int]
    resolution_minutes: Mapped[int]


class Ticket(Base):
    __tablename__ = "tickets"
    __table_args__ = (
        CheckConstraint("status IN ('open', 'pending', 'on_hold', 'resolved', 'closed')"),
        CheckConstraint("priority IN ('low', 'normal', 'high', 'urgent')"),
        CheckConstraint("channel IN ('email', 'chat', 'phone', 'web')"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    subject: Mapped[str]
    status: Mapped[str] = mapped_column(default="open", index=True)
    priority: Mapped[str]
    channel: Mapped[str]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"))
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    assignee_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    sla_policy_id: Mapped[int] = mapped_column(ForeignKey("sla_policies.id"))
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("tickets.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    first_response_at: Mapped[datetime | None]
    resolved_at: Mapped[datetime | None]
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    customer: Mapped[Customer] = relationship()
    team: Mapped[Team] = relationship()
    assignee: Mapped[User | None] = relationship()
    sla_policy: Mapped[SlaPolicy] = relationship()
    tag_links: Mapped[list["TicketTag"]] = relationship(order_by="TicketTag.tag_name")
    article_links: Mapped[list["TicketArticle"]] = relationship(order_by="TicketArticle.article_id")


class TicketMessage(Base):
    __tablename__ = "ticket_messages"
    __table_args__ = (CheckConstraint("(user_id IS NULL) <> (customer_id IS NULL)"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"), index=True)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    customer_id: Mapped[int | None] = mapped_column(ForeignKey("customers.id"))
    is_internal: Mapped[bool] = mapped_column(default=False)
    body: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=now)
    user: Mapped[User | None] = relationship()
    customer: Mapped[Customer | None] = relationship()


class Tag(Base):
    __tablename__ = "tags"

    name: Mapped[str] = mapped_column(String, primary_key=True)
    meaning: Mapped[str]


class TicketTag(Base):
    __tablename__ = "ticket_tags"

    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"), primary_key=True)
    tag_name: Mapped[str] = mapped_column(ForeignKey("tags.name"), primary_key=True)


class Macro(Base):
    __tablename__ = "macros"
    __table_args__ = (CheckConstraint("set_status IN ('open', 'pending', 'on_hold', 'resolved', 'closed')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    reply_body: Mapped[str]
    set_status: Mapped[str | None]
    add_tag: Mapped[str | None] = mapped_column(ForeignKey("tags.name"))
    times_used: Mapped[int] = mapped_column(default=0)
    created_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


class ArticleCategory(Base):
    __tablename__ = "article_categories"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    position: Mapped[int]


class Article(Base):
    __tablename__ = "articles"
    __table_args__ = (CheckConstraint("status IN ('draft', 'published', 'archived')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    category_id: Mapped[int] = mapped_column(ForeignKey("article_categories.id"), index=True)
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    title: Mapped[str] = mapped_column(unique=True)
    body: Mapped[str]
    status: Mapped[str] = mapped_column(default="draft")
    helpful_count: Mapped[int] = mapped_column(default=0)
    unhelpful_count: Mapped[int] = mapped_column(default=0)
    reviewed_at: Mapped[datetime | None]
    category: Mapped[ArticleCategory] = relationship()
    author: Mapped[User] = relationship()


class TicketArticle(Base):
    __tablename__ = "ticket_articles"

    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"), primary_key=True)
    article_id: Mapped[int] = mapped_column(ForeignKey("articles.id", ondelete="CASCADE"), primary_key=True)
    linked_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))


class SatisfactionRating(Base):
    __tablename__ = "satisfaction_ratings"
    __table_args__ = (CheckConstraint("score BETWEEN 1 AND 5"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"), unique=True)
    agent_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    score: Mapped[int]
    comment: Mapped[str | None]
    follow_up_note: Mapped[str | None]
    rated_at: Mapped[datetime]
    agent: Mapped[User] = relationship()
    ticket: Mapped[Ticket] = relationship()


class Escalation(Base):
    __tablename__ = "escalations"
    __table_args__ = (CheckConstraint("from_team_id <> to_team_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"))
    from_team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    to_team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    reason: Mapped[str]
    escalated_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)


class TicketEvent(Base):
    __tablename__ = "ticket_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    ticket_id: Mapped[int] = mapped_column(ForeignKey("tickets.id", ondelete="CASCADE"), index=True)
    actor_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[str]
    detail: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=now)


Base.metadata.create_all(engine)


# --- What goes over the wire -------------------------------------------------------------------------------


class Out(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class UserOut(Out):
    id: int
    name: str
    email: str
    role: Role
    is_active: bool


class AgentOut(UserOut):
    teams: list[str] = Field(description="Names of the teams that the agent is in")


class WorkloadOut(BaseModel):
    user_id: int
    name: str
    unresolved: int = Field(description="Tickets that are open, pending or on hold")
    by_priority: dict[str, int]


class TeamOut(BaseModel):
    id: int
    name: str
    purpose: str
    members: list[UserOut]


class OrganizationOut(Out):
    id: int
    name: str
    domain: str
    plan: Plan


class CustomerOut(Out):
    id: int
    name: str
    email: str
    phone: str | None
    locale: str
    organization: OrganizationOut


class SlaPolicyOut(Out):
    id: int
    name: str
    priority: Priority
    first_response_minutes: int
    resolution_minutes: int


class TicketOut(BaseModel):
    id: int
    subject: str
    status: Status
    priority: Priority
    channel: Channel
    customer_id: int
    customer_name: str
    team_id: int
    team_name: str
    assignee_id: int | None
    assignee_name: str | None
    tags: list[str]
    created_at: datetime
    first_response_at: datetime | None
    resolved_at: datetime | None
    merged_into_id: int | None


class TicketDetailOut(TicketOut):
    organization_name: str
    sla_policy: str
    linked_article_ids: list[int]
    message_count: int


class TicketPage(BaseModel):
    total: int = Field(description="How many tickets match, whatever the page")
    tickets: list[TicketOut]


class MessageOut(BaseModel):
    id: int
    ticket_id: int
    author: str
    from_customer: bool
    is_internal: bool
    body: str
    created_at: datetime


class EventOut(Out):
    id: int
    ticket_id: int
    actor_id: int
    kind: str
    detail: str
    created_at: datetime


class EscalationOut(Out):
    id: int
    ticket_id: int
    from_team_id: int
    to_team_id: int
    reason: str
    escalated_by_id: int


class TagOut(Out):
    name: str
    meaning: str


class MacroOut(Out):
    id: int
    name: str
    reply_body: str
    set_status: Status | None
    add_tag: str | None
    times_used: int


class CategoryOut(Out):
    id: int
    name: str
    position: int


class ArticleOut(Out):
    id: int
    title: str
    body: str
    status: ArticleStatus
    helpful_count: int
    unhelpful_count: int
    category: CategoryOut
    author: UserOut


class RatingOut(BaseModel):
    id: int
    ticket_id: int
    ticket_subject: str
    agent_id: int
    agent_name: str
    score: int
    comment: str | None
    follow_up_note: str | None
    rated_at: datetime


class FirstResponseOut(BaseModel):
    ticket_id: int
    subject: str
    priority: str
    target_minutes: int
    actual_minutes: int
    missed: bool


class AddTeamMember(BaseModel):
    user_id: int


class NewCustomer(BaseModel):
    name: str = Field(min_length=1)
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+$")
    organization_id: int
    phone: str | None = None
    locale: str = Field("en", description="Two-letter language code")


class CustomerChanges(BaseModel):
    name: str | None = None
    email: str | None = None
    phone: str | None = None
    locale: str | None = None


class SlaChanges(BaseModel):
    first_response_minutes: int | None = Field(None, gt=0)
    resolution_minutes: int | None = Field(None, gt=0)


class NewTicket(BaseModel):
    subject: str = Field(min_length=1)
    body: str = Field(min_length=1, description="What the customer said; becomes the first message")
    customer_id: int
    team_id: int
    priority: Priority = "normal"
    channel: Channel = "email"


class TicketChanges(BaseModel):
    subject: str | None = None
    status: Status | None = None
    priority: Priority | None = Field(None, description="Also moves the ticket to that priority's SLA policy")


class Assignment(BaseModel):
    user_id: int | None = Field(description="The new assignee, or null to take the assignee away")


class NewEscalation(BaseModel):
    to_team_id: int
    reason: str = Field(min_length=1)


class Merge(BaseModel):
    into_ticket_id: int = Field(description="The ticket that stays")


class NewMessage(BaseModel):
    body: str = Field(min_length=1)
    is_internal: bool = Field(False, description="True for a note that the customer does not see")


class NewMacro(BaseModel):
    name: str = Field(min_length=1)
    reply_body: str = Field(min_length=1)
    set_status: Status | None = None
    add_tag: str | None = None


class MacroChanges(BaseModel):
    name: str | None = None
    reply_body: str | None = None
    set_status: Status | None = None
    add_tag: str | None = None


class NewArticle(BaseModel):
    title: str = Field(min_length=1)
    body: str = Field(min_length=1)
    category_id: int


class ArticleChanges(BaseModel):
    title: str | None = None
    body: str | None = None
    category_id: int | None = None
    status: ArticleStatus | None = None


class FollowUp(BaseModel):
    note: str = Field(min_length=1)


# --- Helpers -----------------------------------------------------------------------------------------------


def open_session() -> Iterator[Session]:
    with SessionLocal() as session:
        yield session


Db = Annotated[Session, Depends(open_session)]


Row = TypeVar("Row", bound=Base)


def fetch(db: Session, kind: type[Row], key: Any) -> Row:
    """The row with this key, or a 404."""
    row = db.get(kind, key)
    if row is None:
        raise HTTPException(404, f"{kind.__name__} {key} not found")
    return row


def refuse_if(condition: bool, message: str) -> None:
    if condition:
        raise HTTPException(409, message)


def log(db: Session, ticket: Ticket, kind: str, detail: str) -> None:
    db.add(TicketEvent(ticket_id=ticket.id, actor_id=CURRENT_USER_ID, kind=kind, detail=detail))


def policy_for(db: Session, priority: str) -> SlaPolicy:
    return db.scalars(select(SlaPolicy).where(SlaPolicy.priority == priority)).one()


def change_status(db: Session, ticket: Ticket, status: str) -> None:
    if ticket.status == status:
        return
    log(db, ticket, "status", f"{ticket.status} to {status}")
    if status in UNRESOLVED:
        ticket.resolved_at = None
    elif ticket.resolved_at is None:
        ticket.resolved_at = now()
    ticket.status = status


def add_tag(db: Session, ticket: Ticket, name: str) -> None:
    fetch(db, Tag, name)
    if all(link.tag_name != name for link in ticket.tag_links):
        ticket.tag_links.append(TicketTag(tag_name=name))
        log(db, ticket, "tagged", name)


def add_message(db: Session, ticket: Ticket, body: str, is_internal: bool) -> TicketMessage:
    message = TicketMessage(ticket_id=ticket.id, user_id=CURRENT_USER_ID, body=body, is_internal=is_internal)
    db.add(message)
    if not is_internal and ticket.first_response_at is None:
        ticket.first_response_at = now()
    return message


def ticket_out(ticket: Ticket) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "subject": ticket.subject,
        "status": ticket.status,
        "priority": ticket.priority,
        "channel": ticket.channel,
        "customer_id": ticket.customer_id,
        "customer_name": ticket.customer.name,
        "team_id": ticket.team_id,
        "team_name": ticket.team.name,
        "assignee_id": ticket.assignee_id,
        "assignee_name": ticket.assignee.name if ticket.assignee else None,
        "tags": [link.tag_name for link in ticket.tag_links],
        "created_at": ticket.created_at,
        "first_response_at": ticket.first_response_at,
        "resolved_at": ticket.resolved_at,
        "merged_into_id": ticket.merged_into_id,
    }


def ticket_detail(db: Session, ticket: Ticket) -> TicketDetailOut:
    db.refresh(ticket)
    count = db.scalar(select(func.count()).where(TicketMessage.ticket_id == ticket.id)) or 0
    return TicketDetailOut(
        **ticket_out(ticket),
        organization_name=ticket.customer.organization.name,
        sla_policy=ticket.sla_policy.name,
        linked_article_ids=[link.article_id for link in ticket.article_links],
        message_count=count,
    )


def message_out(message: TicketMessage) -> MessageOut:
    author = message.user or message.customer
    return MessageOut(
        id=message.id,
        ticket_id=message.ticket_id,
        author=author.name if author else "",
        from_customer=message.customer_id is not None,
        is_internal=message.is_internal,
        body=message.body,
        created_at=message.created_at,
    )


def rating_out(rating: SatisfactionRating) -> RatingOut:
    return RatingOut(
        id=rating.id,
        ticket_id=rating.ticket_id,
        ticket_subject=rating.ticket.subject,
        agent_id=rating.agent_id,
        agent_name=rating.agent.name,
        score=rating.score,
        comment=rating.comment,
        follow_up_note=rating.follow_up_note,
        rated_at=rating.rated_at,
    )


def team_out(team: Team) -> TeamOut:
    members = [UserOut.model_validate(member.user) for member in team.members]
    return TeamOut(id=team.id, name=team.name, purpose=team.purpose, members=members)


app = FastAPI(title="Rosterly Help Desk", version="1.0.0")


# --- People and teams --------------------------------------------------------------------------------------


@app.get("/me", operation_id="get_current_user", summary="Who am I", response_model=UserOut)
def get_current_user(db: Db) -> Any:
    """The signed-in user."""
    return fetch(db, User, CURRENT_USER_ID)


@app.get("/agents", operation_id="list_agents", summary="List agents", response_model=list[AgentOut])
def list_agents(db: Db, team_id: int | None = None, active: bool | None = None) -> Any:
    """Everybody in the help desk with their teams; optionally of one team or only active people."""
    teams: dict[int, list[str]] = {}
    member_ids: set[int] = set()
    for member, name in db.execute(select(TeamMember, Team.name).join(Team).order_by(Team.id)):
        teams.setdefault(member.user_id, []).append(name)
        if member.team_id == team_id:
            member_ids.add(member.user_id)
    return [
        AgentOut(**UserOut.model_validate(user).model_dump(), teams=teams.get(user.id, []))
        for user in db.scalars(select(User).order_by(User.id))
        if (team_id is None or user.id in member_ids) and (active is None or user.is_active == active)
    ]


@app.get(
    "/agents/{user_id}/workload",
    operation_id="get_agent_workload",
    summary="An agent's workload",
    response_model=WorkloadOut,
)
def get_agent_workload(db: Db, user_id: int) -> Any:
    """How many unresolved tickets an agent has, in all and by priority."""
    user = fetch(db, User, user_id)
    counts = Counter(
        db.scalars(
            select(Ticket.priority).where(Ticket.assignee_id == user_id, Ticket.status.in_(UNRESOLVED))
        )
    )
    return WorkloadOut(user_id=user.id, name=user.name, unresolved=counts.total(), by_priority=dict(counts))


@app.get("/teams", operation_id="list_teams", summary="List teams", response_model=list[TeamOut])
def list_teams(db: Db) -> Any:
    """All teams with their members."""
    return [team_out(team) for team in db.scalars(select(Team).order_by(Team.id))]


@app.post(
    "/teams/{team_id}/members",
    operation_id="add_team_member",
    summary="Add somebody to a team",
    response_model=TeamOut,
    status_code=201,
)
def add_team_member(db: Db, team_id: int, body: AddTeamMember) -> Any:
    """Makes an active user a member of the team."""
    team, user = fetch(db, Team, team_id), fetch(db, User, body.user_id)
    refuse_if(not user.is_active, f"{user.name} is not active")
    refuse_if(db.get(TeamMember, (team_id, user.id)) is not None, f"{user.name} is in {team.name} already")
    db.add(TeamMember(team_id=team_id, user_id=user.id, joined_on=now().date()))
    db.commit()
    db.refresh(team)
    return team_out(team)


@app.delete(
    "/teams/{team_id}/members/{user_id}",
    operation_id="remove_team_member",
    summary="Take somebody out of a team",
    response_model=TeamOut,
)
def remove_team_member(db: Db, team_id: int, user_id: int) -> Any:
    """Ends a membership. The person's tickets stay as they are."""
    team = fetch(db, Team, team_id)
    db.delete(fetch(db, TeamMember, (team_id, user_id)))
    db.commit()
    db.refresh(team)
    return team_out(team)


# --- Customers ---------------------------------------------------------------------------------------------


@app.get(
    "/organizations",
    operation_id="list_organizations",
    summary="List organizations",
    response_model=list[OrganizationOut],
)
def list_organizations(db: Db, name: str | None = None, plan: Plan | None = None) -> Any:
    """The customers' companies, optionally those whose name contains a text or that have a plan."""
    query = select(Organization).order_by(Organization.id)
    if name:
        query = query.where(Organization.name.icontains(name))
    if plan:
        query = query.where(Organization.plan == plan)
    return db.scalars(query).all()


@app.get(
    "/customers",
    operation_id="search_customers",
    summary="Search customers",
    response_model=list[CustomerOut],
)
def search_customers(db: Db, query: str | None = None, organization_id: int | None = None) -> Any:
    """People whose name or address contains a text, optionally of one organization."""
    found = select(Customer).order_by(Customer.id)
    if query:
        found = found.where(or_(Customer.name.icontains(query), Customer.email.icontains(query)))
    if organization_id is not None:
        found = found.where(Customer.organization_id == organization_id)
    return db.scalars(found).all()


@app.post(
    "/customers",
    operation_id="create_customer",
    summary="Add a customer",
    response_model=CustomerOut,
    status_code=201,
)
def create_customer(db: Db, body: NewCustomer) -> Any:
    """Adds a person to an organization. The address must be new."""
    fetch(db, Organization, body.organization_id)
    taken = db.scalar(select(Customer).where(Customer.email == body.email)) is not None
    refuse_if(taken, f"{body.email} belongs to another customer")
    customer = Customer(**body.model_dump())
    db.add(customer)
    db.commit()
    return customer


@app.get(
    "/customers/{customer_id}",
    operation_id="get_customer",
    summary="One customer",
    response_model=CustomerOut,
)
def get_customer(db: Db, customer_id: int) -> Any:
    """A customer with the organization."""
    return fetch(db, Customer, customer_id)


@app.patch(
    "/customers/{customer_id}",
    operation_id="update_customer",
    summary="Change a customer",
    response_model=CustomerOut,
)
def update_customer(db: Db, customer_id: int, body: CustomerChanges) -> Any:
    """Changes only the fields that are given."""
    customer = fetch(db, Customer, customer_id)
    for field, value in body.model_dump(exclude_unset=True).items():
        setattr(customer, field, value)
    db.commit()
    return customer


# --- Tickets -----------------------------------------------------------------------------------------------


@app.get("/tickets", operation_id="list_tickets", summary="List tickets", response_model=TicketPage)
def list_tickets(
    db: Db,
    status: Status | None = None,
    unresolved: bool | None = None,
    priority: Priority | None = None,
    team_id: int | None = None,
    assignee_id: int | None = None,
    unassigned: Annotated[bool, Query(description="Only tickets without an assignee")] = False,
    customer_id: int | None = None,
    tag: str | None = None,
    subject: Annotated[str | None, Query(description="Text that the subject contains")] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 25,
    offset: Annotated[int, Query(ge=0)] = 0,
) -> Any:
    """Tickets that fit all given filters, oldest first. Unresolved: open, pending or on hold."""
    query = select(Ticket)
    exact = {
        Ticket.status: status,
        Ticket.priority: priority,
        Ticket.team_id: team_id,
        Ticket.assignee_id: assignee_id,
        Ticket.customer_id: customer_id,
    }
    query = query.where(*(column == value for column, value in exact.items() if value is not None))
    if unresolved is not None:
        query = query.where(Ticket.status.in_(UNRESOLVED) == unresolved)
    if unassigned:
        query = query.where(Ticket.assignee_id.is_(None))
    if tag:
        query = query.where(Ticket.tag_links.any(TicketTag.tag_name == tag))
    if subject:
        query = query.where(Ticket.subject.icontains(subject))
    total = db.scalar(select(func.count()).select_from(query.subquery())) or 0
    page = db.scalars(query.order_by(Ticket.created_at, Ticket.id).limit(limit).offset(offset))
    return TicketPage(total=total, tickets=[TicketOut(**ticket_out(ticket)) for ticket in page])


@app.post(
    "/tickets",
    operation_id="create_ticket",
    summary="Open a ticket",
    response_model=TicketDetailOut,
    status_code=201,
)
def create_ticket(db: Db, body: NewTicket) -> Any:
    """Opens a ticket in a customer's name; its SLA policy follows from the priority."""
    customer, team = fetch(db, Customer, body.customer_id), fetch(db, Team, body.team_id)
    ticket = Ticket(
        **body.model_dump(exclude={"body"}), status="open", sla_policy_id=policy_for(db, body.priority).id
    )
    db.add(ticket)
    db.flush()
    db.add(TicketMessage(ticket_id=ticket.id, customer_id=customer.id, body=body.body))
    log(db, ticket, "created", team.name)
    db.commit()
    return ticket_detail(db, ticket)


@app.get(
    "/tickets/{ticket_id}", operation_id="get_ticket", summary="One ticket", response_model=TicketDetailOut
)
def get_ticket(db: Db, ticket_id: int) -> Any:
    """A ticket with its organization, SLA policy, tags and linked articles."""
    return ticket_detail(db, fetch(db, Ticket, ticket_id))


@app.patch(
    "/tickets/{ticket_id}",
    operation_id="update_ticket",
    summary="Change a ticket",
    response_model=TicketDetailOut,
)
def update_ticket(db: Db, ticket_id: int, body: TicketChanges) -> Any:
    """Changes subject, status or priority; only the fields that are given."""
    ticket = fetch(db, Ticket, ticket_id)
    if body.subject is not None:
        ticket.subject = body.subject
    if body.priority is not None and body.priority != ticket.priority:
        log(db, ticket, "priority", f"{ticket.priority} to {body.priority}")
        ticket.priority = body.priority
        ticket.sla_policy_id = policy_for(db, body.priority).id
    if body.status is not None:
        change_status(db, ticket, body.status)
    db.commit()
    return ticket_detail(db, ticket)


@app.post(
    "/tickets/{ticket_id}/assignment",
    operation_id="assign_ticket",
    summary="Assign a ticket",
    response_model=TicketDetailOut,
)
def assign_ticket(db: Db, ticket_id: int, body: Assignment) -> Any:
    """Gives the ticket to an active agent, or to nobody."""
    ticket = fetch(db, Ticket, ticket_id)
    user = fetch(db, User, body.user_id) if body.user_id is not None else None
    refuse_if(user is not None and not user.is_active, "The new assignee is not active")
    ticket.assignee_id = body.user_id
    log(db, ticket, "assigned", user.name if user else "nobody")
    db.commit()
    return ticket_detail(db, ticket)


@app.post(
    "/tickets/{ticket_id}/escalations",
    operation_id="escalate_ticket",
    summary="Escalate a ticket",
    response_model=EscalationOut,
    status_code=201,
)
def escalate_ticket(db: Db, ticket_id: int, body: NewEscalation) -> Any:
    """Moves the ticket to another team with a reason and takes the assignee away."""
    ticket, team = fetch(db, Ticket, ticket_id), fetch(db, Team, body.to_team_id)
    refuse_if(ticket.status not in UNRESOLVED, "Only an unresolved ticket can be escalated")
    refuse_if(ticket.team_id == team.id, f"The ticket is with {team.name} already")
    escalation = Escalation(
        ticket_id=ticket.id,
        from_team_id=ticket.team_id,
        to_team_id=team.id,
        reason=body.reason,
        escalated_by_id=CURRENT_USER_ID,
    )
    db.add(escalation)
    log(db, ticket, "escalated", f"{ticket.team.name} to {team.name}")
    ticket.team_id = team.id
    ticket.assignee_id = None
    db.commit()
    return escalation


@app.post(
    "/tickets/{ticket_id}/merge",
    operation_id="merge_ticket",
    summary="Merge a ticket into another",
    response_model=TicketDetailOut,
)
def merge_ticket(db: Db, ticket_id: int, body: Merge) -> Any:
    """Moves this ticket's messages into another one of the same customer and closes this one."""
    ticket, target = fetch(db, Ticket, ticket_id), fetch(db, Ticket, body.into_ticket_id)
    refuse_if(ticket.id == target.id, "A ticket cannot be merged into itself")
    refuse_if(ticket.customer_id != target.customer_id, "The tickets are of different customers")
    refuse_if(ticket.merged_into_id is not None, "The ticket was merged before")
    for message in db.scalars(select(TicketMessage).where(TicketMessage.ticket_id == ticket.id)):
        message.ticket_id = target.id
    ticket.merged_into_id = target.id
    change_status(db, ticket, "closed")
    log(db, target, "merged", ticket.subject)
    db.commit()
    return ticket_detail(db, target)


@app.get(
    "/tickets/{ticket_id}/messages",
    operation_id="list_ticket_messages",
    summary="A ticket's conversation",
    response_model=list[MessageOut],
)
def list_ticket_messages(db: Db, ticket_id: int) -> Any:
    """All messages and internal notes, oldest first."""
    fetch(db, Ticket, ticket_id)
    query = select(TicketMessage).where(TicketMessage.ticket_id == ticket_id)
    return [
        message_out(row) for row in db.scalars(query.order_by(TicketMessage.created_at, TicketMessage.id))
    ]


@app.post(
    "/tickets/{ticket_id}/messages",
    operation_id="add_ticket_message",
    summary="Reply or leave a note",
    response_model=MessageOut,
    status_code=201,
)
def add_ticket_message(db: Db, ticket_id: int, body: NewMessage) -> Any:
    """Writes to the customer, or with is_internal a note that only the help desk sees."""
    message = add_message(db, fetch(db, Ticket, ticket_id), body.body, body.is_internal)
    db.commit()
    return message_out(message)


@app.get(
    "/tickets/{ticket_id}/events",
    operation_id="list_ticket_events",
    summary="A ticket's history",
    response_model=list[EventOut],
)
def list_ticket_events(db: Db, ticket_id: int) -> Any:
    """What was done to a ticket, oldest first."""
    fetch(db, Ticket, ticket_id)
    return db.scalars(
        select(TicketEvent).where(TicketEvent.ticket_id == ticket_id).order_by(TicketEvent.id)
    ).all()


@app.put(
    "/tickets/{ticket_id}/tags/{tag_name}",
    operation_id="tag_ticket",
    summary="Tag a ticket",
    response_model=TicketDetailOut,
)
def tag_ticket(db: Db, ticket_id: int, tag_name: str) -> Any:
    """Puts one of the known tags on a ticket; nothing happens if it is there."""
    ticket = fetch(db, Ticket, ticket_id)
    add_tag(db, ticket, tag_name)
    db.commit()
    return ticket_detail(db, ticket)


@app.delete(
    "/tickets/{ticket_id}/tags/{tag_name}",
    operation_id="untag_ticket",
    summary="Take a tag off a ticket",
    response_model=TicketDetailOut,
)
def untag_ticket(db: Db, ticket_id: int, tag_name: str) -> Any:
    """Removes a tag from a ticket."""
    ticket = fetch(db, Ticket, ticket_id)
    db.delete(fetch(db, TicketTag, (ticket_id, tag_name)))
    log(db, ticket, "untagged", tag_name)
    db.commit()
    return ticket_detail(db, ticket)


@app.put(
    "/tickets/{ticket_id}/articles/{article_id}",
    operation_id="link_article",
    summary="Link an article to a ticket",
    response_model=TicketDetailOut,
)
def link_article(db: Db, ticket_id: int, article_id: int) -> Any:
    """Notes that a published article answers the ticket."""
    ticket, article = fetch(db, Ticket, ticket_id), fetch(db, Article, article_id)
    refuse_if(article.status != "published", "Only a published article can be linked")
    if db.get(TicketArticle, (ticket_id, article_id)) is None:
        db.add(TicketArticle(ticket_id=ticket_id, article_id=article_id, linked_by_id=CURRENT_USER_ID))
        log(db, ticket, "article", article.title)
    db.commit()
    return ticket_detail(db, ticket)


@app.get("/tags", operation_id="list_tags", summary="List tags", response_model=list[TagOut])
def list_tags(db: Db) -> Any:
    """The tags that tickets can have."""
    return db.scalars(select(Tag).order_by(Tag.name)).all()


# --- Macros ------------------------------------------------------------------------------------------------


@app.get("/macros", operation_id="list_macros", summary="List macros", response_model=list[MacroOut])
def list_macros(db: Db, name: str | None = None) -> Any:
    """Prepared replies, optionally those whose name contains a text."""
    query = select(Macro).order_by(Macro.id)
    return db.scalars(query.where(Macro.name.icontains(name)) if name else query).all()


@app.post(
    "/macros", operation_id="create_macro", summary="Add a macro", response_model=MacroOut, status_code=201
)
def create_macro(db: Db, body: NewMacro) -> Any:
    """Adds a prepared reply that can also set a status and add a tag."""
    taken = db.scalar(select(Macro).where(Macro.name == body.name)) is not None
    refuse_if(taken, f"There is a macro named {body.name} already")
    if body.add_tag is not None:
        fetch(db, Tag, body.add_tag)
    macro = Macro(**body.model_dump(), created_by_id=CURRENT_USER_ID)
    db.add(macro)
    db.commit()
    return macro


@app.patch(
    "/macros/{macro_id}", operation_id="update_macro", summary="Change a macro", response_model=MacroOut
)
def update_macro(db: Db, macro_id: int, body: MacroChanges) -> Any:
    """Changes only the fields that are given."""
    macro = fetch(db, Macro, macro_id)
    if body.add_tag is not None:
        fetch(db, Tag, body.add_tag)
    for field, value in body.model_dump(exclude_unset=True).items():
        setattr(macro, field, value)
    db.commit()
    return macro


@app.post(
    "/tickets/{ticket_id}/macros/{macro_id}",
    operation_id="apply_macro",
    summary="Apply a macro to a ticket",
    response_model=TicketDetailOut,
)
def apply_macro(db: Db, ticket_id: int, macro_id: int) -> Any:
    """Sends the macro's reply to the customer, sets its status and adds its tag."""
    ticket, macro = fetch(db, Ticket, ticket_id), fetch(db, Macro, macro_id)
    refuse_if(ticket.status == "closed", "A closed ticket cannot be answered")
    add_message(db, ticket, macro.reply_body, False)
    if macro.set_status is not None:
        change_status(db, ticket, macro.set_status)
    if macro.add_tag is not None:
        add_tag(db, ticket, macro.add_tag)
    macro.times_used += 1
    log(db, ticket, "macro", macro.name)
    db.commit()
    return ticket_detail(db, ticket)


# --- Knowledge base ----------------------------------------------------------------------------------------


@app.get(
    "/article-categories",
    operation_id="list_article_categories",
    summary="List article categories",
    response_model=list[CategoryOut],
)
def list_article_categories(db: Db) -> Any:
    """The sections of the knowledge base in their order."""
    return db.scalars(select(ArticleCategory).order_by(ArticleCategory.position)).all()


@app.get(
    "/articles", operation_id="search_articles", summary="Search articles", response_model=list[ArticleOut]
)
def search_articles(
    db: Db, query: str | None = None, category_id: int | None = None, status: ArticleStatus | None = None
) -> Any:
    """Articles whose title or body contains a text, optionally of one category or status."""
    found = select(Article).order_by(Article.id)
    if query:
        found = found.where(or_(Article.title.icontains(query), Article.body.icontains(query)))
    if category_id is not None:
        found = found.where(Article.category_id == category_id)
    if status is not None:
        found = found.where(Article.status == status)
    return db.scalars(found).all()


@app.post(
    "/articles",
    operation_id="create_article",
    summary="Write an article",
    response_model=ArticleOut,
    status_code=201,
)
def create_article(db: Db, body: NewArticle) -> Any:
    """Adds a draft to the knowledge base. The title must be new."""
    fetch(db, ArticleCategory, body.category_id)
    taken = db.scalar(select(Article).where(Article.title == body.title)) is not None
    refuse_if(taken, "There is an article with this title already")
    article = Article(**body.model_dump(), author_id=CURRENT_USER_ID)
    db.add(article)
    db.commit()
    return article


@app.get(
    "/articles/{article_id}", operation_id="get_article", summary="One article", response_model=ArticleOut
)
def get_article(db: Db, article_id: int) -> Any:
    """An article with its category and author."""
    return fetch(db, Article, article_id)


@app.patch(
    "/articles/{article_id}",
    operation_id="update_article",
    summary="Change an article",
    response_model=ArticleOut,
)
def update_article(db: Db, article_id: int, body: ArticleChanges) -> Any:
    """Changes title, body, category or status; publishing needs no more than the status."""
    article = fetch(db, Article, article_id)
    if body.category_id is not None:
        fetch(db, ArticleCategory, body.category_id)
    for field, value in body.model_dump(exclude_unset=True, exclude_none=True).items():
        setattr(article, field, value)
    db.commit()
    db.refresh(article)
    return article


# --- Service levels and satisfaction -----------------------------------------------------------------------


@app.get(
    "/sla-policies",
    operation_id="list_sla_policies",
    summary="List SLA policies",
    response_model=list[SlaPolicyOut],
)
def list_sla_policies(db: Db) -> Any:
    """The targets of each priority, in minutes."""
    return db.scalars(select(SlaPolicy).order_by(SlaPolicy.id)).all()


@app.patch(
    "/sla-policies/{policy_id}",
    operation_id="update_sla_policy",
    summary="Change an SLA policy",
    response_model=SlaPolicyOut,
)
def update_sla_policy(db: Db, policy_id: int, body: SlaChanges) -> Any:
    """Changes the targets of a policy, in minutes."""
    policy = fetch(db, SlaPolicy, policy_id)
    for field, value in body.model_dump(exclude_none=True).items():
        setattr(policy, field, value)
    refuse_if(
        policy.resolution_minutes < policy.first_response_minutes, "Resolution comes after the response"
    )
    db.commit()
    return policy


@app.get(
    "/reports/first-response",
    operation_id="report_first_response",
    summary="First response against target",
    response_model=list[FirstResponseOut],
)
def report_first_response(
    db: Db,
    since: Annotated[date, Query(description="First day, YYYY-MM-DD")],
    until: Annotated[date, Query(description="The day after the last one, YYYY-MM-DD")],
) -> Any:
    """Minutes to the first response and their target, for answered tickets created in a period."""
    query = select(Ticket).where(
        func.date(Ticket.created_at) >= since.isoformat(),
        func.date(Ticket.created_at) < until.isoformat(),
        Ticket.first_response_at.is_not(None),
    )
    report = []
    for ticket in db.scalars(query.order_by(Ticket.id)):
        answered = ticket.first_response_at or ticket.created_at
        minutes = int((answered - ticket.created_at).total_seconds() // 60)
        target = ticket.sla_policy.first_response_minutes
        report.append(
            FirstResponseOut(
                ticket_id=ticket.id,
                subject=ticket.subject,
                priority=ticket.priority,
                target_minutes=target,
                actual_minutes=minutes,
                missed=minutes > target,
            )
        )
    return report


@app.get(
    "/ratings",
    operation_id="list_ratings",
    summary="List satisfaction ratings",
    response_model=list[RatingOut],
)
def list_ratings(
    db: Db, agent_id: int | None = None, max_score: Annotated[int | None, Query(ge=1, le=5)] = None
) -> Any:
    """What customers said after a ticket, oldest first; 5 is the best score."""
    query = select(SatisfactionRating).order_by(SatisfactionRating.rated_at)
    if agent_id is not None:
        query = query.where(SatisfactionRating.agent_id == agent_id)
    if max_score is not None:
        query = query.where(SatisfactionRating.score <= max_score)
    return [rating_out(rating) for rating in db.scalars(query)]


@app.put(
    "/ratings/{rating_id}/follow-up",
    operation_id="follow_up_rating",
    summary="Follow up on a rating",
    response_model=RatingOut,
)
def follow_up_rating(db: Db, rating_id: int, body: FollowUp) -> Any:
    """Notes what was done about a rating. A note that is there already is not overwritten."""
    rating = fetch(db, SatisfactionRating, rating_id)
    refuse_if(rating.follow_up_note is not None, "This rating has a follow-up already")
    rating.follow_up_note = body.note
    db.commit()
    return rating_out(rating)


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.getenv("HOST", "127.0.0.1"), port=int(os.getenv("PORT", "8000")))
