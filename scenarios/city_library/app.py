"""City library: the librarian's API over catalogue, loans, holds, fines, transfers and reading lists.

The current user is the librarian with member id 1. Money is in integer cents, dates are ISO dates.
"""

import os
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from fastapi import Body, Depends, FastAPI, HTTPException, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import (
    Computed,
    Date,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    func,
    or_,
    select,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

DATABASE_URL = os.getenv("DATABASE_PATH", "sqlite:///city_library.db")
engine = create_engine(DATABASE_URL, connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(bind=engine, autoflush=False)

CURRENT_USER_ID = 1
LOAN_DAYS = 21
MAX_RENEWALS = 2
FINE_BLOCK_CENTS = 1000
LATE_FINE_CAP_CENTS = 1000
LATE_CENTS_PER_DAY = {"adult": 25, "senior": 10, "child": 0, "staff": 0}


@event.listens_for(engine, "connect")
def enforce_foreign_keys(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


# ---------------------------------------------------------------- tables


class Base(DeclarativeBase):
    pass


class Branch(Base):
    __tablename__ = "branches"
    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String, unique=True)
    name: Mapped[str] = mapped_column(String)
    address: Mapped[str] = mapped_column(String)
    phone: Mapped[str | None] = mapped_column(String)
    opens_at: Mapped[str] = mapped_column(String)
    closes_at: Mapped[str] = mapped_column(String)


class Member(Base):
    __tablename__ = "members"
    id: Mapped[int] = mapped_column(primary_key=True)
    card_number: Mapped[str] = mapped_column(String, unique=True)
    full_name: Mapped[str] = mapped_column(String)
    email: Mapped[str] = mapped_column(String)
    phone: Mapped[str | None] = mapped_column(String)
    tier: Mapped[str] = mapped_column(String)
    status: Mapped[str] = mapped_column(String, default="active")
    home_branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    loan_limit: Mapped[int] = mapped_column(Integer, default=6)
    joined_on: Mapped[date] = mapped_column(Date)


class Author(Base):
    __tablename__ = "authors"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String, unique=True)
    born_year: Mapped[int | None] = mapped_column(Integer)


class Subject(Base):
    __tablename__ = "subjects"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String, unique=True)


class TitleAuthor(Base):
    __tablename__ = "title_authors"
    title_id: Mapped[int] = mapped_column(ForeignKey("titles.id", ondelete="CASCADE"), primary_key=True)
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"), primary_key=True)
    role: Mapped[str] = mapped_column(String, default="author")
    position: Mapped[int] = mapped_column(Integer, default=1)
    author: Mapped[Author] = relationship()


class TitleSubject(Base):
    __tablename__ = "title_subjects"
    title_id: Mapped[int] = mapped_column(ForeignKey("titles.id", ondelete="CASCADE"), primary_key=True)
    subject_id: Mapped[int] = mapped_column(ForeignKey("subjects.id"), primary_key=True)
    subject: Mapped[Subject] = relationship()


class Title(Base):
    __tablename__ = "titles"
    id: Mapped[int] = mapped_column(primary_key=True)
    isbn: Mapped[str] = mapped_column(String, unique=True)
    name: Mapped[str] = mapped_column(String)
    subtitle: Mapped[str | None] = mapped_column(String)
    language: Mapped[str] = mapped_column(String, default="en")
    format: Mapped[str] = mapped_column(String)
    published_year: Mapped[int] = mapped_column(Integer)
    pages: Mapped[int | None] = mapped_column(Integer)
    shelf_mark: Mapped[str] = mapped_column(String)
    credits: Mapped[list[TitleAuthor]] = relationship(order_by=TitleAuthor.position)
    subject_links: Mapped[list[TitleSubject]] = relationship(order_by=TitleSubject.subject_id)
    copies: Mapped[list["Copy"]] = relationship(back_populates="title", order_by="Copy.id")


class Copy(Base):
    __tablename__ = "copies"
    id: Mapped[int] = mapped_column(primary_key=True)
    barcode: Mapped[str] = mapped_column(String, unique=True)
    title_id: Mapped[int] = mapped_column(ForeignKey("titles.id"))
    branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    status: Mapped[str] = mapped_column(String, default="available")
    condition: Mapped[str] = mapped_column(String, default="good")
    price_cents: Mapped[int] = mapped_column(Integer)
    acquired_on: Mapped[date] = mapped_column(Date)
    title: Mapped[Title] = relationship(back_populates="copies")
    branch: Mapped[Branch] = relationship()


class Loan(Base):
    __tablename__ = "loans"
    __table_args__ = (
        Index("idx_loans_open_copy", "copy_id", unique=True, sqlite_where=text("outcome = 'open'")),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    copy_id: Mapped[int] = mapped_column(ForeignKey("copies.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    loaned_on: Mapped[date] = mapped_column(Date)
    due_on: Mapped[date] = mapped_column(Date)
    returned_on: Mapped[date | None] = mapped_column(Date)
    renewals: Mapped[int] = mapped_column(Integer, default=0)
    outcome: Mapped[str] = mapped_column(String, default="open")
    copy: Mapped[Copy] = relationship()
    member: Mapped[Member] = relationship()


class Hold(Base):
    __tablename__ = "holds"
    id: Mapped[int] = mapped_column(primary_key=True)
    title_id: Mapped[int] = mapped_column(ForeignKey("titles.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    pickup_branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    status: Mapped[str] = mapped_column(String, default="waiting")
    copy_id: Mapped[int | None] = mapped_column(ForeignKey("copies.id"))
    note: Mapped[str | None] = mapped_column(Text)
    placed_at: Mapped[datetime] = mapped_column(DateTime, default=datetime.now)
    title: Mapped[Title] = relationship()
    member: Mapped[Member] = relationship()
    pickup_branch: Mapped[Branch] = relationship()


class Fine(Base):
    __tablename__ = "fines"
    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    loan_id: Mapped[int | None] = mapped_column(ForeignKey("loans.id"))
    reason: Mapped[str] = mapped_column(String)
    amount_cents: Mapped[int] = mapped_column(Integer)
    settled_cents: Mapped[int] = mapped_column(Integer, default=0)
    outstanding_cents: Mapped[int] = mapped_column(
        Integer, Computed("amount_cents - settled_cents", persisted=False)
    )
    assessed_on: Mapped[date] = mapped_column(Date)


class FineSettlement(Base):
    __tablename__ = "fine_settlements"
    id: Mapped[int] = mapped_column(primary_key=True)
    fine_id: Mapped[int] = mapped_column(ForeignKey("fines.id"))
    kind: Mapped[str] = mapped_column(String)
    amount_cents: Mapped[int] = mapped_column(Integer)
    note: Mapped[str | None] = mapped_column(Text)
    settled_at: Mapped[datetime] = mapped_column(DateTime, default=datetime.now)


class Transfer(Base):
    __tablename__ = "transfers"
    id: Mapped[int] = mapped_column(primary_key=True)
    copy_id: Mapped[int] = mapped_column(ForeignKey("copies.id"))
    from_branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    to_branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    status: Mapped[str] = mapped_column(String, default="in_transit")
    requested_on: Mapped[date] = mapped_column(Date)
    copy: Mapped[Copy] = relationship()


class ReadingList(Base):
    __tablename__ = "reading_lists"
    __table_args__ = (UniqueConstraint("member_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    name: Mapped[str] = mapped_column(String)
    description: Mapped[str | None] = mapped_column(Text)
    is_public: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime] = mapped_column(DateTime, default=datetime.now)
    items: Mapped[list["ReadingListItem"]] = relationship(
        order_by="ReadingListItem.position", cascade="all, delete-orphan", passive_deletes=True
    )


class ReadingListItem(Base):
    __tablename__ = "reading_list_items"
    list_id: Mapped[int] = mapped_column(ForeignKey("reading_lists.id", ondelete="CASCADE"), primary_key=True)
    title_id: Mapped[int] = mapped_column(ForeignKey("titles.id"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer)
    note: Mapped[str | None] = mapped_column(Text)
    title: Mapped[Title] = relationship()


class Review(Base):
    __tablename__ = "reviews"
    title_id: Mapped[int] = mapped_column(ForeignKey("titles.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), primary_key=True)
    rating: Mapped[int] = mapped_column(Integer)
    body: Mapped[str | None] = mapped_column(Text)
    written_at: Mapped[datetime] = mapped_column(DateTime, default=datetime.now)


class VisitCount(Base):
    __tablename__ = "visit_counts"
    id: Mapped[int] = mapped_column(primary_key=True)
    branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    counted_at: Mapped[datetime] = mapped_column(DateTime)
    visitors: Mapped[int] = mapped_column(Integer)


Base.metadata.create_all(engine)


# ---------------------------------------------------------------- request and response bodies


class Tier(StrEnum):
    child = "child"
    adult = "adult"
    senior = "senior"
    staff = "staff"


class MemberStatus(StrEnum):
    active = "active"
    suspended = "suspended"


class BookFormat(StrEnum):
    hardback = "hardback"
    paperback = "paperback"
    large_print = "large_print"
    picture_book = "picture_book"
    audio_cd = "audio_cd"


class Condition(StrEnum):
    new = "new"
    good = "good"
    worn = "worn"
    damaged = "damaged"


class ShelfStatus(StrEnum):
    available = "available"
    repair = "repair"


class CreditRole(StrEnum):
    author = "author"
    illustrator = "illustrator"
    translator = "translator"
    narrator = "narrator"


class LoanState(StrEnum):
    open = "open"
    closed = "closed"
    all = "all"


class TitleSort(StrEnum):
    name = "name"
    newest = "newest"
    oldest = "oldest"


class Out(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class BranchOut(Out):
    id: int
    code: str
    name: str
    address: str
    phone: str | None
    opens_at: str
    closes_at: str


class VisitOut(Out):
    counted_at: datetime
    visitors: int


class BranchDetail(BranchOut):
    copies_by_status: dict[str, int]
    recent_visits: list[VisitOut]


class SubjectOut(Out):
    id: int
    name: str
    titles: int


class CreditOut(BaseModel):
    author_id: int
    name: str
    role: str


class TitleOut(BaseModel):
    id: int
    isbn: str
    name: str
    subtitle: str | None
    format: str
    language: str
    published_year: int
    pages: int | None
    shelf_mark: str
    credits: list[CreditOut]
    subjects: list[str]
    copies_total: int
    copies_available: int


class TitlePage(BaseModel):
    items: list[TitleOut]
    total: int
    page: int
    page_size: int


class CopyOut(BaseModel):
    id: int
    barcode: str
    title_id: int
    title: str
    branch: str
    branch_id: int
    status: str
    condition: str
    price_cents: int
    acquired_on: date


class MemberOut(Out):
    id: int
    card_number: str
    full_name: str
    email: str
    phone: str | None
    tier: str
    status: str
    home_branch_id: int
    loan_limit: int
    joined_on: date


class MemberDetail(MemberOut):
    open_loans: int
    waiting_holds: int
    outstanding_cents: int


class LoanOut(BaseModel):
    id: int
    member_id: int
    member: str
    copy_id: int
    barcode: str
    title_id: int
    title: str
    loaned_on: date
    due_on: date
    returned_on: date | None
    renewals: int
    outcome: str


class FineOut(Out):
    id: int
    member_id: int
    loan_id: int | None
    reason: str
    amount_cents: int
    settled_cents: int
    outstanding_cents: int
    assessed_on: date


class ClosedLoan(BaseModel):
    loan: LoanOut
    fine: FineOut | None = Field(description="The fine that closing the loan created, if any")
    held_for_member_id: int | None = Field(description="Member whose hold is now ready with this copy")


class HoldOut(BaseModel):
    id: int
    title_id: int
    title: str
    member_id: int
    member: str
    pickup_branch: str
    status: str
    copy_id: int | None
    note: str | None
    queue_position: int | None
    placed_at: datetime


class SettlementOut(Out):
    id: int
    fine_id: int
    kind: str
    amount_cents: int
    note: str | None
    fine: FineOut


class TransferOut(BaseModel):
    id: int
    barcode: str
    from_branch_id: int
    to_branch_id: int
    status: str
    requested_on: date


class ListItemOut(BaseModel):
    title_id: int
    title: str
    position: int
    note: str | None


class ReadingListOut(BaseModel):
    id: int
    name: str
    description: str | None
    is_public: bool
    items: list[ListItemOut]


class ReviewOut(Out):
    title_id: int
    member_id: int
    rating: int
    body: str | None
    written_at: datetime


class Deleted(BaseModel):
    deleted: bool


class CreditIn(BaseModel):
    name: str = Field(min_length=2, description="Author's name; unknown names are added to the authors")
    role: CreditRole = CreditRole.author


class CopyIn(BaseModel):
    branch_code: str = Field(description="Branch code, for example RIV")
    barcode: str = Field(pattern=r"^[A-Z]{3}-\d{5}$", description="Barcode such as RIV-00101")
    price_cents: int = Field(ge=0)
    condition: Condition = Condition.new
    acquired_on: date


class TitleIn(BaseModel):
    isbn: str = Field(min_length=10, max_length=20)
    name: str = Field(min_length=1)
    subtitle: str | None = None
    language: str = "en"
    format: BookFormat
    published_year: int = Field(ge=1450, le=2100)
    pages: int | None = Field(default=None, ge=1)
    shelf_mark: str
    credits: list[CreditIn] = Field(min_length=1, description="In the order of the title page")
    subjects: list[str] = Field(default_factory=list, description="Names of existing subjects")
    copies: list[CopyIn] = Field(default_factory=list)


class TitlePatch(BaseModel):
    name: str | None = Field(default=None, min_length=1)
    subtitle: str | None = None
    shelf_mark: str | None = None
    pages: int | None = Field(default=None, ge=1)
    subjects: list[str] | None = Field(default=None, description="Replaces all subjects of the title")


class CopyPatch(BaseModel):
    condition: Condition | None = None
    status: ShelfStatus | None = Field(default=None, description="Only for copies that stand in the branch")


class MemberIn(BaseModel):
    full_name: str = Field(min_length=3)
    email: str = Field(pattern=r"^[^@\s]+@[^@\s]+$")
    phone: str | None = None
    tier: Tier
    home_branch_id: int
    joined_on: date | None = Field(default=None, description="Today when left out")


class MemberPatch(BaseModel):
    full_name: str | None = Field(default=None, min_length=3)
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+$")
    phone: str | None = None
    tier: Tier | None = None
    status: MemberStatus | None = None
    home_branch_id: int | None = None
    loan_limit: int | None = Field(default=None, ge=0, le=40)


class CheckOutIn(BaseModel):
    barcode: str
    member_id: int
    loaned_on: date | None = Field(default=None, description="Today when left out")


class CheckInIn(BaseModel):
    returned_on: date | None = Field(default=None, description="Day the copy came back; today when left out")
    condition: Condition | None = Field(default=None, description="New condition, if it changed")


BACK_TODAY = CheckInIn()


class HoldIn(BaseModel):
    title_id: int
    member_id: int
    pickup_branch_id: int
    note: str | None = None


class PaymentKind(StrEnum):
    cash = "cash"
    card = "card"


class PaymentIn(BaseModel):
    kind: PaymentKind
    amount_cents: int = Field(gt=0)
    note: str | None = None


class WaiverIn(BaseModel):
    note: str = Field(min_length=3, description="Why the rest of the fine is waived")


class TransferIn(BaseModel):
    barcodes: list[str] = Field(min_length=1, max_length=20)
    to_branch_id: int
    requested_on: date | None = Field(default=None, description="Today when left out")


class ListItemIn(BaseModel):
    title_id: int
    note: str | None = None


class ReadingListIn(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    description: str | None = None
    is_public: bool = False
    items: list[ListItemIn] = Field(default_factory=list, description="In reading order")


class ReadingListPatch(BaseModel):
    name: str | None = Field(default=None, min_length=1, max_length=80)
    description: str | None = None
    is_public: bool | None = None


class ListItemsIn(BaseModel):
    items: list[ListItemIn] = Field(min_length=1)


class ListOrderIn(BaseModel):
    title_ids: list[int] = Field(description="Every title of the list, in the new order")


class ReviewIn(BaseModel):
    rating: int = Field(ge=1, le=5)
    body: str | None = None


# ---------------------------------------------------------------- helpers

app = FastAPI(title="City Library", version="1.0.0")
T = TypeVar("T")


def get_db() -> Iterator[Session]:
    with SessionLocal() as db:
        yield db


Db = Annotated[Session, Depends(get_db)]
TitleId = Annotated[int, Path(description="Title id")]
MemberId = Annotated[int, Path(description="Member id")]
ListId = Annotated[int, Path(description="Reading list id")]


def must_get(db: Session, model: type[T], key: Any, label: str) -> T:
    row = db.get(model, key)
    if row is None:
        raise HTTPException(404, f"{label} not found")
    return row


def title_out(title: Title) -> TitleOut:
    return TitleOut(
        id=title.id,
        isbn=title.isbn,
        name=title.name,
        subtitle=title.subtitle,
        format=title.format,
        language=title.language,
        published_year=title.published_year,
        pages=title.pages,
        shelf_mark=title.shelf_mark,
        credits=[CreditOut(author_id=c.author_id, name=c.author.name, role=c.role) for c in title.credits],
        subjects=[link.subject.name for link in title.subject_links],
        copies_total=sum(c.status != "lost" for c in title.copies),
        copies_available=sum(c.status == "available" for c in title.copies),
    )


def copy_out(copy: Copy) -> CopyOut:
    return CopyOut(
        id=copy.id,
        barcode=copy.barcode,
        title_id=copy.title_id,
        title=copy.title.name,
        branch=copy.branch.name,
        branch_id=copy.branch_id,
        status=copy.status,
        condition=copy.condition,
        price_cents=copy.price_cents,
        acquired_on=copy.acquired_on,
    )


def loan_out(loan: Loan) -> LoanOut:
    return LoanOut(
        id=loan.id,
        member_id=loan.member_id,
        member=loan.member.full_name,
        copy_id=loan.copy_id,
        barcode=loan.copy.barcode,
        title_id=loan.copy.title_id,
        title=loan.copy.title.name,
        loaned_on=loan.loaned_on,
        due_on=loan.due_on,
        returned_on=loan.returned_on,
        renewals=loan.renewals,
        outcome=loan.outcome,
    )


def waiting_holds(db: Session, title_id: int) -> list[Hold]:
    query = select(Hold).where(Hold.title_id == title_id, Hold.status == "waiting")
    return list(db.scalars(query.order_by(Hold.placed_at, Hold.id)))


def hold_out(db: Session, hold: Hold) -> HoldOut:
    position = None
    if hold.status == "waiting":
        position = [h.id for h in waiting_holds(db, hold.title_id)].index(hold.id) + 1
    return HoldOut(
        id=hold.id,
        title_id=hold.title_id,
        title=hold.title.name,
        member_id=hold.member_id,
        member=hold.member.full_name,
        pickup_branch=hold.pickup_branch.name,
        status=hold.status,
        copy_id=hold.copy_id,
        note=hold.note,
        queue_position=position,
        placed_at=hold.placed_at,
    )


def list_out(reading_list: ReadingList) -> ReadingListOut:
    return ReadingListOut(
        id=reading_list.id,
        name=reading_list.name,
        description=reading_list.description,
        is_public=bool(reading_list.is_public),
        items=[
            ListItemOut(title_id=i.title_id, title=i.title.name, position=i.position, note=i.note)
            for i in sorted(reading_list.items, key=lambda item: item.position)
        ],
    )


def transfer_out(transfer: Transfer) -> TransferOut:
    return TransferOut(
        id=transfer.id,
        barcode=transfer.copy.barcode,
        from_branch_id=transfer.from_branch_id,
        to_branch_id=transfer.to_branch_id,
        status=transfer.status,
        requested_on=transfer.requested_on,
    )


def outstanding(db: Session, member_id: int) -> int:
    return (
        db.scalar(
            select(func.coalesce(func.sum(Fine.outstanding_cents), 0)).where(Fine.member_id == member_id)
        )
        or 0
    )


def find_subjects(db: Session, names: list[str]) -> list[Subject]:
    found = {s.name: s for s in db.scalars(select(Subject).where(Subject.name.in_(names)))}
    unknown = [name for name in names if name not in found]
    if unknown:
        raise HTTPException(422, f"Unknown subjects: {', '.join(unknown)}")
    return [found[name] for name in dict.fromkeys(names)]


def find_copy(db: Session, barcode: str) -> Copy:
    copy = db.scalar(select(Copy).where(Copy.barcode == barcode))
    if copy is None:
        raise HTTPException(404, f"Copy {barcode} not found")
    return copy


def new_copy(db: Session, title: Title, body: CopyIn) -> Copy:
    branch = db.scalar(select(Branch).where(Branch.code == body.branch_code.upper()))
    if branch is None:
        raise HTTPException(404, f"Branch {body.branch_code} not found")
    if db.scalar(select(Copy.id).where(Copy.barcode == body.barcode)) is not None:
        raise HTTPException(409, f"Barcode {body.barcode} is taken")
    copy = Copy(
        barcode=body.barcode,
        title_id=title.id,
        branch_id=branch.id,
        condition=body.condition.value,
        price_cents=body.price_cents,
        acquired_on=body.acquired_on,
    )
    db.add(copy)
    db.flush()
    return copy


def open_loan(db: Session, loan_id: int) -> Loan:
    loan = must_get(db, Loan, loan_id, "Loan")
    if loan.outcome != "open":
        raise HTTPException(409, "This loan is already closed")
    return loan


def my_list(db: Session, list_id: int) -> ReadingList:
    reading_list = db.get(ReadingList, list_id)
    if reading_list is None or reading_list.member_id != CURRENT_USER_ID:
        raise HTTPException(404, "Reading list not found among yours")
    return reading_list


def add_items(db: Session, reading_list: ReadingList, items: list[ListItemIn]) -> None:
    present = {item.title_id for item in reading_list.items}
    for item in items:
        title = must_get(db, Title, item.title_id, f"Title {item.title_id}")
        if item.title_id in present:
            raise HTTPException(409, f"'{title.name}' is already on the list")
        present.add(item.title_id)
        position = len(present)
        reading_list.items.append(ReadingListItem(title_id=title.id, position=position, note=item.note))


def renumber(reading_list: ReadingList, title_ids: list[int]) -> None:
    by_title = {item.title_id: item for item in reading_list.items}
    for position, title_id in enumerate(title_ids, start=1):
        by_title[title_id].position = position


# ---------------------------------------------------------------- branches and catalogue


@app.get(
    "/branches",
    operation_id="list_branches",
    summary="List branches",
    description="All branches with code, address and opening hours.",
    response_model=list[BranchOut],
)
def list_branches(db: Db) -> Any:
    return db.scalars(select(Branch).order_by(Branch.id)).all()


@app.get(
    "/branches/{branch_id}",
    operation_id="get_branch",
    summary="Show a branch",
    description="One branch with its copies counted by status and its most recent visitor counts.",
    response_model=BranchDetail,
)
def get_branch(branch_id: int, db: Db) -> Any:
    branch = must_get(db, Branch, branch_id, "Branch")
    counts = db.execute(
        select(Copy.status, func.count())
        .where(Copy.branch_id == branch_id)
        .group_by(Copy.status)
        .order_by(Copy.status)
    )
    visits = db.scalars(
        select(VisitCount)
        .where(VisitCount.branch_id == branch_id)
        .order_by(VisitCount.counted_at.desc())
        .limit(7)
    )
    return BranchDetail(
        **BranchOut.model_validate(branch).model_dump(),
        copies_by_status=dict(counts.tuples().all()),
        recent_visits=[VisitOut.model_validate(v) for v in visits],
    )


@app.get(
    "/subjects",
    operation_id="list_subjects",
    summary="List subjects",
    description="All subjects with the number of titles filed under each.",
    response_model=list[SubjectOut],
)
def list_subjects(db: Db) -> Any:
    rows = db.execute(
        select(Subject.id, Subject.name, func.count(TitleSubject.title_id).label("titles"))
        .outerjoin(TitleSubject, TitleSubject.subject_id == Subject.id)
        .group_by(Subject.id)
        .order_by(Subject.name)
    )
    return rows.mappings().all()


@app.get(
    "/titles",
    operation_id="search_titles",
    summary="Search the catalogue",
    description="Titles matching every given filter, one page at a time. `q` looks in name, subtitle and "
    "author "
    "names.",
    response_model=TitlePage,
)
def search_titles(
    db: Db,
    q: Annotated[str | None, Query(description="Words in title, subtitle or author name")] = None,
    subject: Annotated[str | None, Query(description="Exact subject name")] = None,
    format: Annotated[BookFormat | None, Query(description="Only this format")] = None,
    year_from: Annotated[int | None, Query(description="Published in this year or later")] = None,
    year_to: Annotated[int | None, Query(description="Published in this year or earlier")] = None,
    available_at: Annotated[str | None, Query(description="Branch code with an available copy")] = None,
    sort: Annotated[TitleSort, Query(description="Order of the results")] = TitleSort.name,
    page: Annotated[int, Query(ge=1)] = 1,
    page_size: Annotated[int, Query(ge=1, le=50)] = 10,
) -> Any:
    query = select(Title)
    if q:
        like = f"%{q}%"
        by_author = select(TitleAuthor.title_id).join(Author).where(Author.name.ilike(like))
        query = query.where(or_(Title.name.ilike(like), Title.subtitle.ilike(like), Title.id.in_(by_author)))
    if subject:
        query = query.where(
            Title.id.in_(
                select(TitleSubject.title_id).join(Subject).where(func.lower(Subject.name) == subject.lower())
            )
        )
    if format:
        query = query.where(Title.format == format.value)
    if year_from is not None:
        query = query.where(Title.published_year >= year_from)
    if year_to is not None:
        query = query.where(Title.published_year <= year_to)
    if available_at:
        here = (
            select(Copy.title_id)
            .join(Branch)
            .where(Branch.code == available_at.upper(), Copy.status == "available")
        )
        query = query.where(Title.id.in_(here))
    order = {
        TitleSort.name: (Title.name, Title.id),
        TitleSort.newest: (Title.published_year.desc(), Title.id),
        TitleSort.oldest: (Title.published_year, Title.id),
    }[sort]
    total = db.scalar(select(func.count()).select_from(query.subquery())) or 0
    rows = db.scalars(query.order_by(*order).offset((page - 1) * page_size).limit(page_size))
    return TitlePage(items=[title_out(t) for t in rows], total=total, page=page, page_size=page_size)


@app.post(
    "/titles",
    operation_id="add_title",
    summary="Add a title to the catalogue",
    description="Creates the title with its authors, subjects and, if given, its first copies.",
    response_model=TitleOut,
    status_code=201,
)
def add_title(body: TitleIn, db: Db) -> Any:
    if db.scalar(select(Title.id).where(Title.isbn == body.isbn)) is not None:
        raise HTTPException(409, "A title with this ISBN is already in the catalogue")
    fields = body.model_dump(exclude={"credits", "subjects", "copies", "format"})
    title = Title(**fields, format=body.format.value)
    title.subject_links = [TitleSubject(subject=subject) for subject in find_subjects(db, body.subjects)]
    for position, credit in enumerate(body.credits, start=1):
        author = db.scalar(select(Author).where(Author.name == credit.name)) or Author(name=credit.name)
        title.credits.append(TitleAuthor(author=author, role=credit.role.value, position=position))
    db.add(title)
    db.flush()
    for copy in body.copies:
        new_copy(db, title, copy)
    db.commit()
    return title_out(title)


@app.get(
    "/titles/{title_id}",
    operation_id="get_title",
    summary="Show a title",
    description="One title with authors, subjects and the number of copies.",
    response_model=TitleOut,
)
def get_title(title_id: TitleId, db: Db) -> Any:
    return title_out(must_get(db, Title, title_id, "Title"))


@app.patch(
    "/titles/{title_id}",
    operation_id="update_title",
    summary="Correct a title",
    description="Changes the given fields of a title; `subjects` replaces the whole set.",
    response_model=TitleOut,
)
def update_title(title_id: TitleId, body: TitlePatch, db: Db) -> Any:
    title = must_get(db, Title, title_id, "Title")
    changes = body.model_dump(exclude_unset=True)
    subjects = changes.pop("subjects", None)
    for field, value in changes.items():
        setattr(title, field, value)
    if subjects is not None:
        wanted = {subject.id for subject in find_subjects(db, subjects)}
        present = {link.subject_id for link in title.subject_links}
        for link in title.subject_links:
            if link.subject_id not in wanted:
                db.delete(link)
        db.add_all(TitleSubject(title_id=title_id, subject_id=s) for s in sorted(wanted - present))
    db.commit()
    db.refresh(title)
    return title_out(title)


@app.get(
    "/titles/{title_id}/copies",
    operation_id="list_title_copies",
    summary="List the copies of a title",
    description="Every copy of the title with branch, status and condition.",
    response_model=list[CopyOut],
)
def list_title_copies(title_id: TitleId, db: Db) -> Any:
    return [copy_out(c) for c in must_get(db, Title, title_id, "Title").copies]


@app.get(
    "/titles/{title_id}/reviews",
    operation_id="list_reviews",
    summary="List reviews of a title",
    description="Members' reviews, newest first.",
    response_model=list[ReviewOut],
)
def list_reviews(title_id: TitleId, db: Db) -> Any:
    must_get(db, Title, title_id, "Title")
    return db.scalars(
        select(Review).where(Review.title_id == title_id).order_by(Review.written_at.desc())
    ).all()


@app.put(
    "/titles/{title_id}/my-review",
    operation_id="write_my_review",
    summary="Write or replace my review",
    description="Stores the librarian's own review of the title; an earlier one is replaced.",
    response_model=ReviewOut,
)
def write_my_review(title_id: TitleId, body: ReviewIn, db: Db) -> Any:
    must_get(db, Title, title_id, "Title")
    review = db.get(Review, (title_id, CURRENT_USER_ID)) or Review(
        title_id=title_id, member_id=CURRENT_USER_ID
    )
    review.rating = body.rating
    review.body = body.body
    db.add(review)
    db.commit()
    return review


@app.get(
    "/copies/by-barcode/{barcode}",
    operation_id="get_copy_by_barcode",
    summary="Find a copy by barcode",
    description="The copy with this barcode.",
    response_model=CopyOut,
)
def get_copy_by_barcode(barcode: str, db: Db) -> Any:
    return copy_out(find_copy(db, barcode))


@app.patch(
    "/copies/{copy_id}",
    operation_id="update_copy",
    summary="Update a copy",
    description="Changes condition, or moves a copy that stands in the branch between shelf and repair.",
    response_model=CopyOut,
)
def update_copy(copy_id: int, body: CopyPatch, db: Db) -> Any:
    copy = must_get(db, Copy, copy_id, "Copy")
    if body.status is not None:
        if copy.status not in {"available", "repair"}:
            raise HTTPException(409, f"The copy is {copy.status}, not in the branch")
        copy.status = body.status.value
    if body.condition is not None:
        copy.condition = body.condition.value
    db.commit()
    return copy_out(copy)


# ---------------------------------------------------------------- members


@app.get(
    "/members",
    operation_id="search_members",
    summary="Search members",
    description="Members by part of the name, card number or e-mail, and by tier and status.",
    response_model=list[MemberOut],
)
def search_members(
    db: Db,
    q: Annotated[str | None, Query(description="Part of name, card number or e-mail")] = None,
    tier: Annotated[Tier | None, Query(description="Only this tier")] = None,
    status: Annotated[MemberStatus | None, Query(description="Only this status")] = None,
    owing_at_least_cents: Annotated[int | None, Query(ge=1, description="Only who owes this much")] = None,
) -> Any:
    query = select(Member).order_by(Member.full_name)
    if q:
        like = f"%{q}%"
        query = query.where(
            or_(Member.full_name.ilike(like), Member.card_number.ilike(like), Member.email.ilike(like))
        )
    if tier:
        query = query.where(Member.tier == tier.value)
    if status:
        query = query.where(Member.status == status.value)
    members = list(db.scalars(query))
    if owing_at_least_cents is not None:
        members = [m for m in members if outstanding(db, m.id) >= owing_at_least_cents]
    return members


@app.post(
    "/members",
    operation_id="register_member",
    summary="Register a member",
    description="Issues the next card number. Children may borrow 4, adults 6, seniors 8 and staff 20 items.",
    response_model=MemberOut,
    status_code=201,
)
def register_member(body: MemberIn, db: Db) -> Any:
    must_get(db, Branch, body.home_branch_id, "Branch")
    number = db.scalar(select(func.max(Member.id))) or 0
    member = Member(
        card_number=f"L-{1001 + number}",
        full_name=body.full_name,
        email=body.email,
        phone=body.phone,
        tier=body.tier.value,
        home_branch_id=body.home_branch_id,
        loan_limit={"child": 4, "adult": 6, "senior": 8, "staff": 20}[body.tier.value],
        joined_on=body.joined_on or date.today(),
    )
    db.add(member)
    db.commit()
    return member


@app.get(
    "/members/{member_id}",
    operation_id="get_member",
    summary="Show a member",
    description="One member with the number of open loans and waiting holds and the sum owed.",
    response_model=MemberDetail,
)
def get_member(member_id: MemberId, db: Db) -> Any:
    member = must_get(db, Member, member_id, "Member")
    loans = select(func.count()).select_from(Loan).where(Loan.member_id == member_id, Loan.outcome == "open")
    holds = (
        select(func.count()).select_from(Hold).where(Hold.member_id == member_id, Hold.status == "waiting")
    )
    return MemberDetail(
        **MemberOut.model_validate(member).model_dump(),
        open_loans=db.scalar(loans) or 0,
        waiting_holds=db.scalar(holds) or 0,
        outstanding_cents=outstanding(db, member_id),
    )


@app.patch(
    "/members/{member_id}",
    operation_id="update_member",
    summary="Update a member",
    description="Changes the given fields of a member, for example status or home branch.",
    response_model=MemberOut,
)
def update_member(member_id: MemberId, body: MemberPatch, db: Db) -> Any:
    member = must_get(db, Member, member_id, "Member")
    if body.home_branch_id is not None:
        must_get(db, Branch, body.home_branch_id, "Branch")
    for field, value in body.model_dump(exclude_unset=True, mode="json").items():
        if value is None and field != "phone":
            raise HTTPException(422, f"{field} may not be empty")
        setattr(member, field, value)
    db.commit()
    return member


@app.get(
    "/members/{member_id}/loans",
    operation_id="list_member_loans",
    summary="List a member's loans",
    description="Loans of the member, open ones by default, earliest due date first.",
    response_model=list[LoanOut],
)
def list_member_loans(member_id: MemberId, db: Db, state: LoanState = LoanState.open) -> Any:
    must_get(db, Member, member_id, "Member")
    query = select(Loan).where(Loan.member_id == member_id).order_by(Loan.due_on, Loan.id)
    if state is LoanState.open:
        query = query.where(Loan.outcome == "open")
    elif state is LoanState.closed:
        query = query.where(Loan.outcome != "open")
    return [loan_out(loan) for loan in db.scalars(query)]


@app.get(
    "/members/{member_id}/holds",
    operation_id="list_member_holds",
    summary="List a member's holds",
    description="All holds of the member with their place in the queue.",
    response_model=list[HoldOut],
)
def list_member_holds(member_id: MemberId, db: Db) -> Any:
    must_get(db, Member, member_id, "Member")
    return [
        hold_out(db, h) for h in db.scalars(select(Hold).where(Hold.member_id == member_id).order_by(Hold.id))
    ]


@app.get(
    "/members/{member_id}/fines",
    operation_id="list_member_fines",
    summary="List a member's fines",
    description="Fines of the member; with `unsettled_only` only those with something left to pay.",
    response_model=list[FineOut],
)
def list_member_fines(member_id: MemberId, db: Db, unsettled_only: bool = False) -> Any:
    must_get(db, Member, member_id, "Member")
    query = select(Fine).where(Fine.member_id == member_id).order_by(Fine.assessed_on, Fine.id)
    if unsettled_only:
        query = query.where(Fine.outstanding_cents > 0)
    return db.scalars(query).all()


# ---------------------------------------------------------------- loans


@app.get(
    "/loans",
    operation_id="list_open_loans",
    summary="List open loans",
    description="Open loans of all members, filtered by title and due date, earliest due date first.",
    response_model=list[LoanOut],
)
def list_open_loans(
    db: Db,
    title_id: Annotated[int | None, Query(description="Only copies of this title")] = None,
    due_before: Annotated[date | None, Query(description="Due before this day")] = None,
) -> Any:
    query = select(Loan).join(Copy).where(Loan.outcome == "open").order_by(Loan.due_on, Loan.id)
    if title_id is not None:
        query = query.where(Copy.title_id == title_id)
    if due_before is not None:
        query = query.where(Loan.due_on < due_before)
    return [loan_out(loan) for loan in db.scalars(query)]


@app.post(
    "/loans",
    operation_id="check_out_copy",
    summary="Check out a copy",
    description="Lends a copy for 21 days. Refused for suspended members, members who owe 1000 cents or "
    "more, "
    "members at their loan limit, and copies that are not available or held for somebody else.",
    response_model=LoanOut,
    status_code=201,
)
def check_out_copy(body: CheckOutIn, db: Db) -> Any:
    copy = find_copy(db, body.barcode)
    member = must_get(db, Member, body.member_id, "Member")
    if member.status != "active":
        raise HTTPException(409, "The member is suspended")
    if outstanding(db, member.id) >= FINE_BLOCK_CENTS:
        raise HTTPException(409, "The member owes too much to borrow")
    taken = db.scalar(select(func.count()).where(Loan.member_id == member.id, Loan.outcome == "open")) or 0
    if taken >= member.loan_limit:
        raise HTTPException(409, "The member has reached the loan limit")
    if copy.status == "on_hold_shelf":
        hold = db.scalar(select(Hold).where(Hold.copy_id == copy.id, Hold.status == "ready"))
        if hold is None or hold.member_id != member.id:
            raise HTTPException(409, "The copy is held for somebody else")
        hold.status = "fulfilled"
    elif copy.status != "available":
        raise HTTPException(409, f"The copy is {copy.status}")
    loaned_on = body.loaned_on or date.today()
    loan = Loan(
        copy_id=copy.id,
        member_id=member.id,
        loaned_on=loaned_on,
        due_on=loaned_on + timedelta(days=LOAN_DAYS),
    )
    copy.status = "on_loan"
    db.add(loan)
    db.commit()
    return loan_out(loan)


@app.post(
    "/loans/{loan_id}/renew",
    operation_id="renew_loan",
    summary="Renew a loan",
    description="Moves the due date 21 days past the present one. At most twice, and never while others wait."
    "Moves the due date 21 days past the present one. At most twice, and never while others wait.",
    response_model=LoanOut,
)
def renew_loan(loan_id: int, db: Db) -> Any:
    loan = open_loan(db, loan_id)
    if loan.renewals >= MAX_RENEWALS:
        raise HTTPException(409, "The loan was renewed twice already")
    if waiting_holds(db, loan.copy.title_id):
        raise HTTPException(409, "Other members wait for this title")
    loan.renewals += 1
    loan.due_on += timedelta(days=LOAN_DAYS)
    db.commit()
    return loan_out(loan)


@app.post(
    "/loans/{loan_id}/return",
    operation_id="return_loan",
    summary="Check in a copy",
    description="Closes the loan. Late returns cost adults 25 and seniors 10 cents a day, at most 1000. "
    "The first waiting hold on the title becomes ready with this copy.",
    response_model=ClosedLoan,
)
def return_loan(loan_id: int, db: Db, body: Annotated[CheckInIn, Body()] = BACK_TODAY) -> Any:
    loan = open_loan(db, loan_id)
    returned_on = body.returned_on or date.today()
    if returned_on < loan.loaned_on:
        raise HTTPException(422, "A copy cannot come back before it was lent")
    loan.returned_on = returned_on
    loan.outcome = "returned"
    if body.condition is not None:
        loan.copy.condition = body.condition.value
    days_late = max(0, (returned_on - loan.due_on).days)
    amount = min(LATE_FINE_CAP_CENTS, days_late * LATE_CENTS_PER_DAY[loan.member.tier])
    fine = None
    if amount:
        fine = Fine(
            member_id=loan.member_id,
            loan_id=loan.id,
            reason="late",
            amount_cents=amount,
            assessed_on=returned_on,
        )
        db.add(fine)
    queue = waiting_holds(db, loan.copy.title_id)
    if queue:
        queue[0].status = "ready"
        queue[0].copy_id = loan.copy_id
    loan.copy.status = "on_hold_shelf" if queue else "available"
    db.commit()
    return ClosedLoan(
        loan=loan_out(loan),
        fine=FineOut.model_validate(fine) if fine else None,
        held_for_member_id=queue[0].member_id if queue else None,
    )


@app.post(
    "/loans/{loan_id}/report-lost",
    operation_id="report_loan_lost",
    summary="Report a borrowed copy lost",
    description="Closes the loan, marks the copy lost and charges the member the copy's price.",
    response_model=ClosedLoan,
)
def report_loan_lost(loan_id: int, db: Db) -> Any:
    loan = open_loan(db, loan_id)
    loan.outcome = "lost"
    loan.copy.status = "lost"
    fine = None
    if loan.copy.price_cents:
        fine = Fine(
            member_id=loan.member_id,
            loan_id=loan.id,
            reason="lost",
            amount_cents=loan.copy.price_cents,
            assessed_on=date.today(),
        )
        db.add(fine)
    db.commit()
    return ClosedLoan(
        loan=loan_out(loan), fine=FineOut.model_validate(fine) if fine else None, held_for_member_id=None
    )


# ---------------------------------------------------------------- holds


@app.get(
    "/titles/{title_id}/holds",
    operation_id="list_title_holds",
    summary="List the holds on a title",
    description="Ready and waiting holds on the title, first in the queue first.",
    response_model=list[HoldOut],
)
def list_title_holds(title_id: TitleId, db: Db) -> Any:
    must_get(db, Title, title_id, "Title")
    query = select(Hold).where(Hold.title_id == title_id, Hold.status.in_(["ready", "waiting"]))
    return [hold_out(db, h) for h in db.scalars(query.order_by(Hold.status, Hold.placed_at, Hold.id))]


@app.post(
    "/holds",
    operation_id="place_hold",
    summary="Place a hold",
    description="Puts a member at the end of the queue for a title. One active hold per member and title.",
    response_model=HoldOut,
    status_code=201,
)
def place_hold(body: HoldIn, db: Db) -> Any:
    must_get(db, Title, body.title_id, "Title")
    must_get(db, Branch, body.pickup_branch_id, "Branch")
    if must_get(db, Member, body.member_id, "Member").status != "active":
        raise HTTPException(409, "The member is suspended")
    active = select(Hold.id).where(
        Hold.title_id == body.title_id,
        Hold.member_id == body.member_id,
        Hold.status.in_(["waiting", "ready"]),
    )
    if db.scalar(active) is not None:
        raise HTTPException(409, "The member already has a hold on this title")
    hold = Hold(**body.model_dump())
    db.add(hold)
    db.commit()
    return hold_out(db, hold)


@app.post(
    "/holds/{hold_id}/cancel",
    operation_id="cancel_hold",
    summary="Cancel a hold",
    description="Cancels a waiting or ready hold; a copy on the hold shelf goes back to the shelf.",
    response_model=HoldOut,
)
def cancel_hold(hold_id: int, db: Db) -> Any:
    hold = must_get(db, Hold, hold_id, "Hold")
    if hold.status not in {"waiting", "ready"}:
        raise HTTPException(409, f"The hold is {hold.status}")
    if hold.status == "ready" and hold.copy_id is not None:
        must_get(db, Copy, hold.copy_id, "Copy").status = "available"
    hold.status = "cancelled"
    db.commit()
    return hold_out(db, hold)


# ---------------------------------------------------------------- fines


@app.post(
    "/fines/{fine_id}/payments",
    operation_id="pay_fine",
    summary="Take a payment for a fine",
    description="Records a cash or card payment of at most the outstanding amount.",
    response_model=SettlementOut,
    status_code=201,
)
def pay_fine(fine_id: int, body: PaymentIn, db: Db) -> Any:
    fine = must_get(db, Fine, fine_id, "Fine")
    if body.amount_cents > fine.outstanding_cents:
        raise HTTPException(422, f"Only {fine.outstanding_cents} cents are outstanding")
    return settle(db, fine, body.kind.value, body.amount_cents, body.note)


@app.post(
    "/fines/{fine_id}/waive",
    operation_id="waive_fine",
    summary="Waive a fine",
    description="Waives whatever is still outstanding, with a note that says why.",
    response_model=SettlementOut,
    status_code=201,
)
def waive_fine(fine_id: int, body: WaiverIn, db: Db) -> Any:
    fine = must_get(db, Fine, fine_id, "Fine")
    if fine.outstanding_cents == 0:
        raise HTTPException(409, "Nothing is outstanding")
    return settle(db, fine, "waiver", fine.outstanding_cents, body.note)


def settle(db: Session, fine: Fine, kind: str, amount_cents: int, note: str | None) -> SettlementOut:
    settlement = FineSettlement(fine_id=fine.id, kind=kind, amount_cents=amount_cents, note=note)
    fine.settled_cents += amount_cents
    db.add(settlement)
    db.commit()
    return SettlementOut(
        id=settlement.id,
        fine_id=fine.id,
        kind=kind,
        amount_cents=amount_cents,
        note=note,
        fine=FineOut.model_validate(fine),
    )


# ---------------------------------------------------------------- transfers


@app.get(
    "/transfers",
    operation_id="list_transfers",
    summary="List transfers",
    description="Transfers between branches, newest first; `in_transit_only` leaves out those that arrived.",
    response_model=list[TransferOut],
)
def list_transfers(db: Db, in_transit_only: bool = False) -> Any:
    query = select(Transfer).order_by(Transfer.id.desc())
    if in_transit_only:
        query = query.where(Transfer.status == "in_transit")
    return [transfer_out(t) for t in db.scalars(query)]


@app.post(
    "/transfers",
    operation_id="send_transfer",
    summary="Send copies to another branch",
    description="Sends available copies to a branch, all of them or, if one cannot go, none.",
    response_model=list[TransferOut],
    status_code=201,
)
def send_transfer(body: TransferIn, db: Db) -> Any:
    must_get(db, Branch, body.to_branch_id, "Branch")
    transfers = []
    for barcode in dict.fromkeys(body.barcodes):
        copy = find_copy(db, barcode)
        if copy.status != "available":
            raise HTTPException(409, f"Copy {barcode} is {copy.status}")
        if copy.branch_id == body.to_branch_id:
            raise HTTPException(409, f"Copy {barcode} is there already")
        copy.status = "in_transit"
        transfers.append(
            Transfer(
                copy_id=copy.id,
                from_branch_id=copy.branch_id,
                to_branch_id=body.to_branch_id,
                requested_on=body.requested_on or date.today(),
            )
        )
    db.add_all(transfers)
    db.commit()
    return [transfer_out(t) for t in transfers]


@app.post(
    "/transfers/{transfer_id}/arrive",
    operation_id="receive_transfer",
    summary="Receive a transfer",
    description="Marks the transfer as arrived and puts the copy on the shelf of the new branch.",
    response_model=TransferOut,
)
def receive_transfer(transfer_id: int, db: Db) -> Any:
    transfer = must_get(db, Transfer, transfer_id, "Transfer")
    if transfer.status == "arrived":
        raise HTTPException(409, "The transfer has arrived already")
    transfer.status = "arrived"
    transfer.copy.branch_id = transfer.to_branch_id
    transfer.copy.status = "available"
    db.commit()
    return transfer_out(transfer)


# ---------------------------------------------------------------- my reading lists


@app.get(
    "/me/reading-lists",
    operation_id="list_my_reading_lists",
    summary="List my reading lists",
    description="The librarian's own reading lists with their titles in reading order.",
    response_model=list[ReadingListOut],
)
def list_my_reading_lists(db: Db) -> Any:
    query = select(ReadingList).where(ReadingList.member_id == CURRENT_USER_ID).order_by(ReadingList.id)
    return [list_out(r) for r in db.scalars(query)]


@app.post(
    "/me/reading-lists",
    operation_id="create_reading_list",
    summary="Create a reading list",
    description="Creates a list, with its titles in the given order.",
    response_model=ReadingListOut,
    status_code=201,
)
def create_reading_list(body: ReadingListIn, db: Db) -> Any:
    same = select(ReadingList.id).where(
        ReadingList.member_id == CURRENT_USER_ID, ReadingList.name == body.name
    )
    if db.scalar(same) is not None:
        raise HTTPException(409, "You already have a list with this name")
    reading_list = ReadingList(
        member_id=CURRENT_USER_ID, name=body.name, description=body.description, is_public=int(body.is_public)
    )
    db.add(reading_list)
    add_items(db, reading_list, body.items)
    db.commit()
    return list_out(reading_list)


@app.patch(
    "/me/reading-lists/{list_id}",
    operation_id="update_reading_list",
    summary="Rename or publish a reading list",
    description="Changes name, description or visibility of one of my lists.",
    response_model=ReadingListOut,
)
def update_reading_list(list_id: ListId, body: ReadingListPatch, db: Db) -> Any:
    reading_list = my_list(db, list_id)
    for field, value in body.model_dump(exclude_unset=True).items():
        setattr(reading_list, field, int(value) if field == "is_public" else value)
    db.commit()
    return list_out(reading_list)


@app.delete(
    "/me/reading-lists/{list_id}",
    operation_id="delete_reading_list",
    summary="Delete a reading list",
    description="Deletes one of my lists with everything on it.",
    response_model=Deleted,
)
def delete_reading_list(list_id: ListId, db: Db) -> Any:
    db.delete(my_list(db, list_id))
    db.commit()
    return Deleted(deleted=True)


@app.post(
    "/me/reading-lists/{list_id}/items",
    operation_id="add_to_reading_list",
    summary="Add titles to a reading list",
    description="Appends titles at the end of one of my lists.",
    response_model=ReadingListOut,
    status_code=201,
)
def add_to_reading_list(list_id: ListId, body: ListItemsIn, db: Db) -> Any:
    reading_list = my_list(db, list_id)
    add_items(db, reading_list, body.items)
    db.commit()
    return list_out(reading_list)


@app.put(
    "/me/reading-lists/{list_id}/order",
    operation_id="reorder_reading_list",
    summary="Reorder a reading list",
    description="Sets the reading order; every title of the list must be named once.",
    response_model=ReadingListOut,
)
def reorder_reading_list(list_id: ListId, body: ListOrderIn, db: Db) -> Any:
    reading_list = my_list(db, list_id)
    if sorted(body.title_ids) != sorted(item.title_id for item in reading_list.items):
        raise HTTPException(422, "Name every title of the list exactly once")
    renumber(reading_list, body.title_ids)
    db.commit()
    return list_out(reading_list)


@app.delete(
    "/me/reading-lists/{list_id}/items/{title_id}",
    operation_id="remove_from_reading_list",
    summary="Remove a title from a reading list",
    description="Takes one title off the list and closes the gap in the order.",
    response_model=ReadingListOut,
)
def remove_from_reading_list(list_id: ListId, title_id: TitleId, db: Db) -> Any:
    reading_list = my_list(db, list_id)
    item = next((i for i in reading_list.items if i.title_id == title_id), None)
    if item is None:
        raise HTTPException(404, "The title is not on this list")
    reading_list.items.remove(item)
    renumber(reading_list, [i.title_id for i in sorted(reading_list.items, key=lambda i: i.position)])
    db.commit()
    return list_out(reading_list)


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.getenv("HOST", "127.0.0.1"), port=int(os.getenv("PORT", "8000")))
